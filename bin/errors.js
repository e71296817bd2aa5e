'use strict'

/** The command line itself is wrong. */
class UsageError extends Error {}

/** A file or directory that the command line names is wrong. */
class InputError extends Error {}

module.exports = { InputError, UsageError }
