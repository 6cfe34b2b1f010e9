/**
 * Runs the protocol's conformance suite: every client scenario that a revision requires against this
 * package's tool servers, and every server scenario that applies to a server of tools against its MCP server.
 * Runs one scenario at a time: the suite would start all clients at once, and a busy machine would exceed
 * their time limits. A failure is accepted only when `expected-failures.json` gives a reason for it. An entry
 * there that passes is itself a failure.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const REVISIONS = ['2025-11-25', '2026-07-28']
const folder = fileURLToPath(new URL('.', import.meta.url))
const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))

const SIDES = ['client', 'server'] as const
type Side = (typeof SIDES)[number]
type Expected = Record<Side, Record<string, string>>
type Verdict = {
  readonly side: Side
  readonly scenario: string
  readonly label: string
  readonly hasPassed: boolean
  readonly reason: string | undefined
  readonly output: string
}

const expected: Expected = JSON.parse(
  await readFile(new URL('expected-failures.json', import.meta.url), 'utf8'),
)
const verdicts = await runAll()
report(verdicts)

async function runAll(): Promise<Verdict[]> {
  const all: Verdict[] = []
  const server = await startServer()
  try {
    for (const revision of REVISIONS) {
      for (const scenario of await listScenarios('client', revision)) {
        all.push(
          await runScenario({
            side: 'client',
            scenario,
            revision,
            target: ['--command', `node ${folder}client.ts`],
          }),
        )
      }
      for (const scenario of await listScenarios('server', revision)) {
        all.push(await runScenario({ side: 'server', scenario, revision, target: ['--url', server.url] }))
      }
    }
  } finally {
    server.stop()
  }
  return all
}

async function startServer(): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, [`${folder}server.ts`], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = await once(createInterface({ input: child.stdout }), 'line')
  return { url, stop: () => child.kill() }
}

async function listScenarios(side: Side, revision: string): Promise<string[]> {
  const { output } = await runSuite(['list', `--${side}`, '--requirements', revision])
  const [, section = ''] = output.split(side === 'client' ? /^Client scenarios.*$/m : /^Server scenarios.*$/m)
  const [own = ''] = section.split(/^\S/m)
  return own.split('\n').flatMap((line) => line.match(/^\s+- (\S+)/)?.[1] ?? [])
}

type Run = {
  readonly side: Side
  readonly scenario: string
  readonly revision: string
  readonly target: readonly string[]
}

async function runScenario({ side, scenario, revision, target }: Run): Promise<Verdict> {
  const { hasPassed, output } = await runSuite([
    side,
    ...target,
    '--scenario',
    scenario,
    '--spec-version',
    revision,
  ])
  const label = `${revision} ${side} ${scenario}`
  const verdict = { side, scenario, label, hasPassed, reason: expected[side][scenario], output }
  process.stdout.write(`${verdictWord(verdict)}  ${label}\n`)
  return verdict
}

async function runSuite(parameters: readonly string[]): Promise<{ hasPassed: boolean; output: string }> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [suite, ...parameters], {
      maxBuffer: 64 * 1024 * 1024,
    })
    return { hasPassed: true, output: stdout }
  } catch (error) {
    const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
    return { hasPassed: false, output }
  }
}

function report(all: readonly Verdict[]): void {
  const unexpected = all.filter(({ hasPassed, reason }) => !hasPassed && reason === undefined)
  const stale = SIDES.flatMap((side) =>
    Object.keys(expected[side]).filter((scenario) => !all.some((verdict) => failed(verdict, side, scenario))),
  )
  for (const { label, output } of unexpected)
    process.stdout.write(`\n--- ${label}\n${output.slice(-3_000)}\n`)
  for (const scenario of stale)
    process.stdout.write(`\nexpected to fail, but passes or does not exist: ${scenario}\n`)
  const passed = all.filter(({ hasPassed }) => hasPassed).length
  process.stdout.write(
    `\n${passed} passed, ${all.length - passed} failed, ${unexpected.length} of them unexpectedly\n`,
  )
  process.exitCode = unexpected.length > 0 || stale.length > 0 ? 1 : 0
}

function failed(verdict: Verdict, side: Side, scenario: string): boolean {
  return verdict.side === side && verdict.scenario === scenario && !verdict.hasPassed
}

function verdictWord({ hasPassed, reason }: Verdict): string {
  if (hasPassed) return 'pass    '
  return reason === undefined ? 'FAIL    ' : 'expected'
}
