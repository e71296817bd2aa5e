'use strict'

// The package's entry: loads the binary by index.js, which napi-rs generates, and explains what stands in the way.
// ESM finds the named exports by following the assignment below to index.js, so it keeps this form.

// An older Node is not refused by the binary but crashes in it, so this comes first.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 17)) throw require('./load-failure.js').nodeTooOld()

try {
  module.exports = require('./index.js')
} catch (error) {
  throw require('./load-failure.js').explain(error)
}

const { version } = require('./package.json')
if (module.exports.VERSION !== version) {
  throw require('./load-failure.js').otherVersion(version, module.exports.VERSION)
}
