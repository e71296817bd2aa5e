// node --import clawprompt/register: hands the gateway's prompt builder to this package. See docs/operations.md.
//
// Does nothing but watch which modules load: the addon is not touched before the gateway's builder is there. With
// NODE_OPTIONS this runs in every Node process that the gateway starts, so it must be light and silent.

import module from 'node:module'

import loading from './loading.js'
import settings from './settings.js'

const { redirected } = loading

// Node releases without these hooks cannot run the gateway either.
if (!settings.settingsFrom(process.env).isOff && module.registerHooks) {
  module.registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      try {
        return redirected(url, loaded) ?? loaded
      } catch {
        // The module loads as it would without this package.
        return loaded
      }
    },
  })
}
