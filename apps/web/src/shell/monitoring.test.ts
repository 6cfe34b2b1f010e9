import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { openTestShell, type TestShell } from '../testing/open-shell.ts'

const DEPLOY = join(import.meta.dirname, '../../../../deploy')
/** What a rule names: metrics of this service, of its process, and Prometheus's own `up`. */
const NAME = /\b(?:parley|nodejs|process)_[a-z0-9_]+\b/g
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

const Dashboard = z.object({
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string().min(1),
      gridPos: z.object({ x: z.number().max(23), y: z.number(), w: z.number().max(24), h: z.number() }),
      targets: z.array(z.object({ expr: z.string().min(1), legendFormat: z.string() })).min(1),
    }),
  ),
})

let shell: TestShell
let exposed: Set<string>
beforeAll(async () => {
  shell = await openTestShell({ metricsAccess: 'all' })
  await (await shell.fetch('GET', '/api/persona', { token: await shell.signIn() })).text()
  const text = await (await shell.fetch('GET', '/metrics')).text()
  exposed = new Set([...text.matchAll(/^([a-z_0-9]+)[{ ]/gm)].map(([, name = '']) => name))
})
afterAll(() => shell.close())

async function readPanels() {
  return Dashboard.parse(JSON.parse(await readFile(join(DEPLOY, 'grafana/parley.json'), 'utf8'))).panels
}

test('the dashboard and the alert rules name only metrics that the service exposes', async () => {
  const panels = await readPanels()
  const rules = await readFile(join(DEPLOY, 'prometheus/alerts.yaml'), 'utf8')
  const named = new Set([...`${JSON.stringify(panels)}\n${rules}`.matchAll(NAME)].map(([name]) => name))
  expect(named.size).toBeGreaterThan(10)
  expect([...named].filter((name) => !exposed.has(name))).toEqual([])
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  // Every rule says what is wrong and what to do.
  expect(rules.match(/ alert: /g)?.length).toBe(rules.match(/ action: /g)?.length)
})

test('every expression of the dashboard is balanced, and Prometheus can read it', async () => {
  const expressions = (await readPanels()).flatMap(({ targets }) => targets.map(({ expr }) => expr))
  for (const expression of expressions)
    for (const [open, close] of ['()', '{}', '[]'])
      expect(expression.split(open ?? '').length).toBe(expression.split(close ?? '').length)
  if (!hasPromtool) return
  const folder = await mkdtemp(join(tmpdir(), 'parley-rules-'))
  const rules = expressions.map((expr, index) => ({
    record: `panel:${index}`,
    expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'parley'),
  }))
  // JSON is YAML.
  await writeFile(join(folder, 'panels.yaml'), JSON.stringify({ groups: [{ name: 'panels', rules }] }))
  const checked = spawnSync('promtool', ['check', 'rules', join(folder, 'panels.yaml')], { encoding: 'utf8' })
  await rm(folder, { recursive: true })
  expect(checked.stderr).toBe('')
  expect(checked.status).toBe(0)
})

test('every alert rule has a test that says when it fires', async () => {
  const [rules, tests] = await Promise.all(
    ['alerts.yaml', 'alerts.test.yaml'].map((name) => readFile(join(DEPLOY, 'prometheus', name), 'utf8')),
  )
  const names = [...(rules ?? '').matchAll(/ alert: (\w+)/g)].map(([, name]) => name)
  const fired = [...(tests ?? '').matchAll(/alertname: (\w+)\n\s+exp_alerts:\n/g)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(5)
  expect(fired.toSorted()).toEqual(names.toSorted())
})

test.runIf(hasPromtool)('the alert rules fire when they should, and not before', () => {
  for (const [kind, file] of [
    ['check', 'alerts.yaml'],
    ['test', 'alerts.test.yaml'],
  ]) {
    const options = { cwd: join(DEPLOY, 'prometheus'), encoding: 'utf8' } as const
    const { status, stdout, stderr } = spawnSync('promtool', [kind ?? '', 'rules', file ?? ''], options)
    expect(status, stdout + stderr).toBe(0)
  }
})
