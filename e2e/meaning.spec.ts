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

  const traceOf = async (title: string) => {
    await page.getByRole('link', { name: 'Open the run' }).last().click()
    await expect(page.getByText(title).first()).toBeVisible()
  }
  model.useTool('find_metadata', { user_question: 'How many blockbusters are there?' }, ['Found the term.'])
  await ask(page, 'How many blockbusters are there?', 'Found the term.')
  await traceOf('Find the data')
  await expect(page.getByRole('list', { name: 'Your definitions' })).toContainText(`blockbuster ${CONDITION}`)

  await page.goto(`/chats/${sessionId}`)
  const sql = `SELECT count(*) AS n FROM movies.movies WHERE ${CONDITION}`
  model.useTool('execute_sql', { generated_sql: sql }, ['Counted them.'])
  await ask(page, 'And how many is that?', 'Counted them.')
  await traceOf('Query the data')
  await expect(page.getByText(/By your definition of blockbuster: .*verified on/)).toBeVisible()

  await page.goto(`/chats/${sessionId}`)
  model.useTool('find_metadata', { user_question: 'How many movies are documentarys?' }, ['Found the value.'])
  await ask(page, 'How many movies are documentarys?', 'Found the value.')
  await traceOf('Find the data')
  await expect(page.getByRole('list', { name: 'Values' })).toContainText('“documentarys” is “Documentary”')

  await page.goto(`/chats/${sessionId}`)
  const weather = 'What is the weather forecast for tomorrow?'
  model.useTool('find_metadata', { user_question: weather }, ['The data do not say.'])
  await ask(page, weather, 'The data do not say.')
  await traceOf('Find the data')
  await expect(page.getByText(/seem not to hold this: nothing in them is named like "weather"/)).toBeVisible()

  await page.goto(`/chats/${sessionId}`)
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
