import { readPrices } from '../../apps/web/src/composition/read-prices.ts'
import { SETTING_NAMES } from '../../apps/web/src/env.ts'
import { asSentence, findingsOf } from './finding.mjs'

/** @typedef {import('./finding.mjs').Finding} Finding */
/** @typedef {import('./open-patient.mjs').Settings} Settings */

const { ok, warning, problem } = findingsOf('configuration')
/** Variables that the command line, Compose, launchers and tests read, and the service does not. */
const OTHERS = new Set([
  'PARLEY_API_KEY',
  'PARLEY_CONFIG_DIR',
  'PARLEY_RELEASE',
  'PARLEY_TOOLCHAIN',
  'PARLEY_WITHOUT_NETWORK',
])

/**
 * Checks the environment variables and the files that they name.
 *
 * @param {import('./open-patient.mjs').Patient} patient
 * @returns {Promise<Finding[]>}
 */
export async function checkConfiguration({ settings, settingsFault }) {
  const unknown = findUnknown()
  if (settings === null)
    return [
      problem(`The service cannot start. ${asSentence(settingsFault)}`, 'Correct this variable and restart.'),
      ...unknown,
    ]
  const findings = [...unknown, ...checkExposure(settings), ...(await checkNamedFiles(settings))]
  return findings.length > 0 ? findings : [ok(`All variables are valid; the mode is ${settings.mode}.`)]
}

/** @returns {Finding[]} a finding for each variable that begins with PARLEY_ and that no program reads */
function findUnknown() {
  return Object.keys(process.env)
    .filter((name) => /^PARLEY_/.test(name) && !SETTING_NAMES.includes(name) && !OTHERS.has(name))
    .map((name) => {
      const [nearest = ''] = [...SETTING_NAMES].sort((a, b) => distance(a, name) - distance(b, name))
      const isNear = distance(nearest, name) <= 4
      return warning(
        `The service does not read ${name}.`,
        isNear
          ? `Did you mean ${nearest}? Rename it, or remove it.`
          : 'Remove it, or see .env.example for the names.',
      )
    })
}

/** @param {Settings} settings @returns {Finding[]} */
function checkExposure({ mode, origin, host, metricsToken }) {
  const isOpen = !/^(127\.|localhost$|\[?::1)/.test(host)
  const findings = []
  if (mode === 'local' && isOpen) {
    findings.push(
      warning(
        `Local mode listens on ${host}, so other machines reach a service without the rules for several users.`,
        'Set PARLEY_MODE=public, or HOST=127.0.0.1.',
      ),
    )
  }
  if (mode === 'public' && !origin.startsWith('https:')) {
    findings.push(
      problem(
        `The address of a public service is ${origin}, which is not https: cookies and answers cross the network readably.`,
        'Set PARLEY_ORIGIN to the https address that users open.',
      ),
    )
  }
  if (mode === 'public' && metricsToken === null) {
    findings.push(
      warning(
        'Without PARLEY_METRICS_TOKEN nothing can read /metrics, and the proxy cannot be checked.',
        'Set PARLEY_METRICS_TOKEN to 16 characters or more, for example from openssl rand -hex 24.',
      ),
    )
  }
  return findings
}

/** @param {Settings} settings @returns {Promise<Finding[]>} */
async function checkNamedFiles({ templatesFile, pricesFile, registries }) {
  const reads = [
    () => templatesFile && readNamedTemplates(templatesFile),
    () => pricesFile && readPrices(pricesFile),
    () => registries.catalogFile && readNamedCatalog(registries.catalogFile),
  ]
  const findings = []
  for (const read of reads) {
    try {
      await read()
    } catch (error) {
      findings.push(problem(asSentence(error), 'Correct the file, or the path in the variable.'))
    }
  }
  return findings
}

/** Loads the procedures only where a file is named. @param {string} file */
async function readNamedTemplates(file) {
  const { readTemplates } = await import('../../apps/web/src/composition/read-templates.ts')
  return readTemplates(file)
}

/** Loads the registries only where a file is named. @param {string} file */
async function readNamedCatalog(file) {
  const { readCatalogFile } = await import('../../packages/mcp/src/index.ts')
  return readCatalogFile(file)
}

/** Levenshtein's distance. @param {string} a @param {string} b @returns {number} */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      const change = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
