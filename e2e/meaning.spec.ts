import type { Page } from '@playwright/test'
import { call } from './journey/call.ts'
import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { expect, test } from './journey/test.ts'
import { openChatWith } from './journey/workspace.ts'

let model: ScriptedModel
test.beforeAll(async () => {
  model = await startScriptedModel()
})
test.afterAll(() => model.stop())

const TOOLS = ['find_metadata', 'execute_sql', 'ask_user'].map((tool_name) => {
  return { tool_name, tool_server_id: 'parley', properties: [] }
})
const NOTHING = { synonyms: [], text: '', condition: '', dimensions: [], time_column: '', unit: '' }
const CONDITION = 'Worldwide_Gross >= 500000000'

async function ask(page: Page, question: string, answer: string): Promise<void> {
  await page.getByLabel('Your question').fill(question)
  await page.keyboard.press('Enter')
  await expect(page.getByText(answer, { exact: true })).toBeVisible({ timeout: 30_000 })
}

test('the trace shows the definition, the stored value and what the data lack; a question back is answered by a button', async ({
  page,
}) => {
  const { agentId, sessionId } = await openChatWith(page, model.baseUrl)
  await call(page, 'dataSource.create', { input: { sample: 'movies' } })
  await call(page, 'definition.create', {
    input: { ...NOTHING, kind: 'term', name: 'blockbuster', table: 'movies.movies', expression: CONDITION },
  })
  await page.goto(`/agents/${agentId}`)
  await expect(page.getByRole('checkbox', { name: 'ask_user' })).not.toBeChecked()
  await call(page, 'agent.update', { input: { agent_id: agentId, tools: TOOLS } })
  await page.goto(`/chats/${sessionId}`)

  const openStep = async (name: string) => {
    await page.getByRole('button', { name: 'How it got there' }).last().click()
    await page.getByRole('button', { name }).last().click()
  }
  model.useTool('find_metadata', { user_question: 'How many blockbusters are there?' }, ['Found the term.'])
  await ask(page, 'How many blockbusters are there?', 'Found the term.')
  await openStep('Find the data')
  await expect(page.getByRole('list', { name: 'Your definitions' })).toContainText(`blockbuster ${CONDITION}`)

  const sql = `SELECT count(*) AS n FROM movies.movies WHERE ${CONDITION}`
  model.useTool('execute_sql', { generated_sql: sql }, ['Counted them.'])
  await ask(page, 'And how many is that?', 'Counted them.')
  await openStep('Query the data')
  await expect(page.getByText(/By your definition of blockbuster: .*verified on/)).toBeVisible()

  model.useTool('find_metadata', { user_question: 'How many movies are documentarys?' }, ['Found the value.'])
  await ask(page, 'How many movies are documentarys?', 'Found the value.')
  await openStep('Find the data')
  await expect(page.getByRole('list', { name: 'Values' })).toContainText('“documentarys” is “Documentary”')

  const unknown = 'What were the quarterly payroll taxes of our subsidiary?'
  model.useTool('find_metadata', { user_question: unknown }, ['The data do not say.'])
  await ask(page, unknown, 'The data do not say.')
  await openStep('Find the data')
  await expect(
    page.getByText(/seem not to hold this: nothing in them is named like "quarterly"/),
  ).toBeVisible()

  const question = { question: 'Which gross do you mean?', choices: ['US gross', 'Worldwide gross'] }
  model.useTool('ask_user', question, ['Never said.'])
  await ask(page, 'What is the highest gross?', question.question)
  await expect(page.getByRole('button', { name: 'US gross' })).toBeVisible()
  // The choices are in the message, so another tab offers them too.
  await page.evaluate(() => window.sessionStorage.clear())
  await page.reload()
  model.say(['It is Avatar.'])
  await page.getByRole('button', { name: 'Worldwide gross' }).click()
  await expect(page.getByText('It is Avatar.', { exact: true })).toBeVisible()
  expect(model.lastRequest()).toContain('Worldwide gross')
})
