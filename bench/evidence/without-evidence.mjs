// Preloaded (node --import) into the baseline service of a benchmark, which keeps no results and proves no numbers.
import { registerHooks } from 'node:module'

/** @type {Readonly<Record<string, string>>} */
const SOURCES = {
  '/core/src/run/prove-answer.ts':
    'export const openAnswerProver = () => ({ prove: async () => null, review: async () => [] })',
  '/core/src/run/keep-results.ts':
    'export const keepResults = () => ({ keep: undefined, kept: async () => new Map(), close: () => {} })',
}

registerHooks({
  load: (url, context, nextLoad) => {
    const replaced = Object.keys(SOURCES).find((end) => url.endsWith(end))
    return replaced
      ? { format: 'module', shortCircuit: true, source: SOURCES[replaced] }
      : nextLoad(url, context)
  },
})
