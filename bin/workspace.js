'use strict'

const { readFileSync, statSync } = require('node:fs')
const { join, resolve } = require('node:path')

const { InputError } = require('./errors.js')

/** The files of a workspace that the prompt knows by name. */
const WORKSPACE_FILES = [
  'AGENTS.md',
  'SOUL.md',
  'TOOLS.md',
  'IDENTITY.md',
  'USER.md',
  'HEARTBEAT.md',
  'BOOTSTRAP.md',
  'MEMORY.md',
]

/** Reads the workspace's files as they are; a file that does not exist is left out. */
function readWorkspace(directory) {
  const workspaceDir = resolve(directory)
  if (!statSync(workspaceDir, { throwIfNoEntry: false })?.isDirectory()) {
    throw new InputError(`${directory} is not a directory`)
  }
  const contextFiles = []
  for (const path of WORKSPACE_FILES) {
    try {
      contextFiles.push({ path, content: readFileSync(join(workspaceDir, path), 'utf8') })
    } catch (error) {
      if (error.code !== 'ENOENT') throw new InputError(`cannot read ${path}: ${error.code}`)
    }
  }
  return { workspaceDir, contextFiles }
}

module.exports = { readWorkspace }
