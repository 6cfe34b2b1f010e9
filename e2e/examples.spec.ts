import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { call } from './journey/call.ts'
import { signInWithoutPage } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'

const EXAMPLES = path.join(import.meta.dirname, '../examples')

/** Runs an example as a new user with an API key, and returns its output. */
async function runExample(page: Page, file: string): Promise<string> {
  await signInWithoutPage(page)
  const { secret } = await call<{ secret: string }>(page, 'apiKey.create', { input: { name: 'Example' } })
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(EXAMPLES, file)], {
    env: { ...process.env, PARLEY_ORIGIN: process.env.PARLEY_E2E_ORIGIN, PARLEY_API_KEY: secret },
  })
  return stdout
}

test('the example question-to-chart prints an answer and its steps and saves the chart', async ({ page }) => {
  const printed = await runExample(page, 'question-to-chart.ts')
  expect(printed).toMatch(
    /1\. find_metadata: ok\n2\. execute_sql: ok\n3\. create_graph: ok\n4\. final_response: ok/,
  )
  expect(printed).toMatch(/The chart is in .*\.png\.$/m)
})

test('the example streaming prints the steps and the text of an answer', async ({ page }) => {
  const printed = await runExample(page, 'streaming.ts')
  expect(printed).toMatch(/\[execute_sql: ok\]/)
  expect(printed).toMatch(/\d+/)
})

test('the example background follows a run that it did not wait for', async ({ page }) => {
  const printed = await runExample(page, 'background.ts')
  const [, runId] = /^The run goes on: \/api\/chat\/run\/([0-9a-f-]{36})\/events$/m.exec(printed) ?? []
  expect(printed).toMatch(/\b28\b/)
  expect(printed).toContain(`${runId}: ok`)
})

test('the example webhook loses the connection twice and gets a signed webhook', async ({ page }) => {
  const printed = await runExample(page, 'webhook.ts')
  expect(printed).toMatch(
    /^Lost the connection for the first time.*\nLost the connection for the second time/m,
  )
  expect(printed).toMatch(/^The webhook says that run [0-9a-f-]{36} ended\.$/m)
  expect(printed).toMatch(/\b28\b/)
  expect(printed).toMatch(/1\. find_metadata: ok\n2\. execute_sql: ok\n/)
})

test("the example openai-client gets an agent's answer through OpenAI's client", async ({ page }) => {
  expect(await runExample(page, 'openai-client.ts')).toMatch(/35\.6/)
})

test('the example mcp-client lists the tools and runs SQL through one', async ({ page }) => {
  const printed = await runExample(page, 'mcp-client.ts')
  expect(printed).toContain('execute_sql')
  expect(printed).toContain('1461')
})

test('the example ledger prints the supply and the staked validators', async ({ page }) => {
  const printed = await runExample(page, 'ledger.ts')
  expect(printed).toMatch(/^Block \d+: the supply is [\d,.]+ CHN\.\n(NodeID-\w+: [\d,.]+ CHN\n){4}$/)
})
