// `npm run doctor [-- --json]`: says what is wrong with this installation and what repairs it. Changes nothing. Ends
// with exit code 1 when something is wrong, else with 0. Warnings do not change the exit code.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { checkClock } from './doctor/check-clock.mjs'
import { checkCluster } from './doctor/check-cluster.mjs'
import { checkConfiguration } from './doctor/check-configuration.mjs'
import { checkDatabase } from './doctor/check-database.mjs'
import { checkDisk } from './doctor/check-disk.mjs'
import { checkEgress } from './doctor/check-egress.mjs'
import { checkFiles } from './doctor/check-files.mjs'
import { checkKeys } from './doctor/check-keys.mjs'
import { checkProxy } from './doctor/check-proxy.mjs'
import { openPatient } from './doctor/open-patient.mjs'

const root = path.resolve(import.meta.dirname, '..')
const MARKS = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM', skipped: 'skipped' }
const CHECKS = [
  checkConfiguration,
  checkDatabase,
  checkKeys,
  checkFiles,
  checkCluster,
  checkClock,
  checkDisk,
  checkEgress,
  checkProxy,
]

process.exitCode = await main()

/** @returns {Promise<number>} the exit code */
async function main() {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
  const patient = await openPatient(root)
  /** @type {import('./doctor/finding.mjs').Finding[]} */
  const findings = []
  try {
    for (const check of CHECKS) {
      const found = await check(patient)
      findings.push(...found)
      if (!values.json) found.forEach(say)
    }
  } finally {
    await patient.close()
  }
  const problems = findings.filter(({ status }) => status === 'problem').length
  if (values.json)
    console.log(JSON.stringify({ status: problems === 0 ? 'ok' : 'problem', findings }, null, 2))
  else console.log(problems === 0 ? '\nNothing is wrong.' : `\n${problems} of ${findings.length} are wrong.`)
  return problems === 0 ? 0 : 1
}

/** @param {import('./doctor/finding.mjs').Finding} finding */
function say({ status, check, finding, repair }) {
  console.log(`${MARKS[status]} ${check.padEnd(13)} ${finding}`)
  if (repair !== null) console.log(`${' '.repeat(22)}→ ${repair}`)
}
