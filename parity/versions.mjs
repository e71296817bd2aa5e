/** Versions that `package.json` installs, with the folder each one lands in. */
export const VERSIONS = {
  '2026.7.1': 'openclaw',
  '2026.6.11': 'openclaw-2026-6-11',
}

/** The version that parity is claimed for. */
export const DEFAULT_VERSION = '2026.7.1'
