import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { writeMusicShop } from '../apps/web/src/testing/music-shop.ts'
import { MUSIC_SHOP_DEFINITIONS } from '../apps/web/src/testing/music-shop-definitions.ts'
import { call } from './journey/call.ts'
import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { signIn } from './journey/sign-in.ts'
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

/**
 * Opens a step of a stored answer. While an answer is not stored, only earlier ones have the line that opens their
 * steps, so the answer is named.
 */
async function openStep(page: Page, answer: string, step: string): Promise<Locator> {
  const article = page.getByRole('article').filter({ has: page.getByText(answer, { exact: true }) })
  await article.getByRole('button', { name: 'How it got there' }).click()
  await article.getByRole('button', { name: step }).click()
  return article
}

/** Asks again while the trace says that the values are still being indexed: the first question of a data source may not wait for all. */
async function askUntilIndexed(page: Page, question: string): Promise<Locator> {
  for (let round = 1; ; round++) {
    const answer = `Found the value, round ${round}.`
    model.useTool('find_metadata', { user_question: question }, [answer])
    await ask(page, question, answer)
    const article = await openStep(page, answer, 'Find the data')
    const values = article.getByRole('list', { name: 'Values' })
    await expect(values.or(article.getByText('The values are still being indexed.'))).toBeVisible()
    if (await values.isVisible()) return values
  }
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

  model.useTool('find_metadata', { user_question: 'How many blockbusters are there?' }, ['Found the term.'])
  await ask(page, 'How many blockbusters are there?', 'Found the term.')
  const term = await openStep(page, 'Found the term.', 'Find the data')
  await expect(term.getByRole('list', { name: 'Your definitions' })).toContainText(`blockbuster ${CONDITION}`)

  const sql = `SELECT count(*) AS n FROM movies.movies WHERE ${CONDITION}`
  model.useTool('execute_sql', { generated_sql: sql }, ['Counted them.'])
  await ask(page, 'And how many is that?', 'Counted them.')
  const counted = await openStep(page, 'Counted them.', 'Query the data')
  await expect(counted.getByText(/By your definition of blockbuster: .*verified on/)).toBeVisible()

  const values = await askUntilIndexed(page, 'How many movies are documentarys?')
  await expect(values).toContainText('“documentarys” is “Documentary”')

  const unknown = 'What were the quarterly payroll taxes of our subsidiary?'
  model.useTool('find_metadata', { user_question: unknown }, ['The data do not say.'])
  await ask(page, unknown, 'The data do not say.')
  const declined = await openStep(page, 'The data do not say.', 'Find the data')
  await expect(
    declined.getByText(/seem not to hold this: nothing in them is named like "payroll"/),
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

/** Uploads the music shop with its terms, metrics and verified questions, and opens a chat about it. */
async function openMusicShop(page: Page): Promise<void> {
  await signIn(page)
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-music-'))
  const file = path.join(folder, 'music.sqlite')
  writeMusicShop(file)
  const buffer = await readFile(file)
  await rm(folder, { recursive: true })
  await page.goto('/sources')
  await page.setInputFiles('input[type=file]', {
    name: 'music.sqlite',
    mimeType: 'application/octet-stream',
    buffer,
  })
  await expect(page).toHaveURL(/\/sources\/[0-9a-f-]{36}$/, { timeout: 30_000 })
  for (const input of MUSIC_SHOP_DEFINITIONS) await call(page, 'definition.create', { input })
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await expect(page).toHaveURL(/\/chats\/[0-9a-f-]{36}$/)
}

/** Asks, waits for the answer, and opens its steps. */
async function askAndOpen(page: Page, question: string, answer: RegExp): Promise<Locator> {
  await page.getByLabel('Your question').fill(question)
  await page.keyboard.press('Enter')
  const article = page.getByRole('article').filter({ hasText: answer }).last()
  await expect(article).toBeVisible({ timeout: 30_000 })
  await article.getByRole('button', { name: 'How it got there' }).click()
  return article
}

/** Asks until the values of the file are indexed. The first questions do not wait for that. */
async function askUntilSpelled(page: Page, question: string, answer: RegExp): Promise<Locator> {
  await expect(async () => {
    await page.getByLabel('Your question').fill(question)
    await page.keyboard.press('Enter')
    const last = page.getByRole('article').filter({ hasText: 'Answer' }).last()
    await expect(last).toContainText(answer, { timeout: 5_000 })
  }).toPass({ timeout: 120_000 })
  const article = page.getByRole('article').filter({ hasText: answer }).last()
  await article.getByRole('button', { name: 'How it got there' }).click()
  return article
}

test('the demo model answers by terms, metrics, verified questions and stored values, and declines the rest; the trace shows why', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await openMusicShop(page)
  const term = await askAndOpen(
    page,
    'How many whales are there?',
    /By your definition of big spender, it is 41\./,
  )
  await term.getByRole('button', { name: 'Find the data' }).click()
  await expect(term.getByRole('list', { name: 'Your definitions' })).toContainText('big spender total >= 20')
  await term.getByRole('button', { name: 'Query the data' }).click()
  await expect(term.getByText(/By your definition of big spender: .*verified on/)).toBeVisible()

  const metric = await askAndOpen(
    page,
    'Which billing country has the highest revenue?',
    /By your definition of revenue, in EUR/,
  )
  await metric.getByRole('button', { name: 'Query the data' }).click()
  await expect(metric.getByText(/FROM metric\.revenue/)).toBeVisible()

  await askAndOpen(page, 'How many invoices are there?', /As you verified it on .*, it is 60\./)

  const value = await askUntilSpelled(
    page,
    'How many customers are in Brasil?',
    /I read "Brasil" as "Brazil".* is 5/s,
  )
  await value.getByRole('button', { name: 'Find the data' }).click()
  await expect(value.getByRole('list', { name: 'Values' })).toContainText('“Brasil” is “Brazil”')

  const declined = await askAndOpen(
    page,
    'What is the weather forecast for tomorrow?',
    /seem not to hold this: nothing in them is named like "weather", "forecast"\./,
  )
  await declined.getByRole('button', { name: 'Find the data' }).click()
  await expect(
    declined.getByText(/nothing in them is named like "weather", "forecast"\. If no table below holds it/),
  ).toBeVisible()
})
