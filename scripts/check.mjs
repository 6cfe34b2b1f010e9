// `pnpm check`: every check of the code that runs no test. Runs all scripts of package.json called check:*,
// prints a line for each with its time, and the output of those that fail.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const PREFIX = 'check:'
const root = path.resolve(import.meta.dirname, '..')

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const parts = Object.keys(scripts).filter((name) => name.startsWith(PREFIX))
const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', CHECKPOINT_DISABLE: '1' }
const startedAt = Date.now()

// The types of the database client are generated. Without them many checks fail.
const isReady = await runPart('generate')
const results = isReady ? await Promise.all(parts.map(runPart)) : [false]
const failures = results.filter((isGood) => !isGood).length
console.log(failures === 0 ? `All good, ${secondsSince(startedAt)}` : `${failures} of ${parts.length} failed`)
process.exitCode = failures === 0 ? 0 : 1

/**
 * @param {string} script
 * @returns {Promise<boolean>} whether it succeeded
 */
async function runPart(script) {
  const beganAt = Date.now()
  const { code, output } = await run(script)
  const name = script.replace(PREFIX, '')
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(24)} ${secondsSince(beganAt)}`)
  if (code !== 0) console.log(output.trim().replaceAll(/^/gm, '    '))
  return code === 0
}

/** @param {string} script @returns {Promise<{ code: number, output: string }>} */
function run(script) {
  return new Promise((resolve, reject) => {
    const child = spawn('pnpm', ['--silent', 'run', script], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** @param {number} startMs @returns {string} */
function secondsSince(startMs) {
  return `${((Date.now() - startMs) / 1000).toFixed(1)} s`
}
