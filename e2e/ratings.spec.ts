import { readFile } from 'node:fs/promises'
import { call } from './journey/call.ts'
import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { expect, test } from './journey/test.ts'
import { openChatWith } from './journey/workspace.ts'

let model: ScriptedModel
test.beforeAll(async () => {
  model = await startScriptedModel()
})
test.afterAll(() => model.stop())

test('an answer is rated by keyboard with a comment, keeps its rating after a reload and in the export, and loses it again', async ({
  page,
}) => {
  await openChatWith(page, model.baseUrl)
  model.say(['Forty-two.'])
  await page.getByLabel('Your question').fill('How many?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Forty-two.', { exact: true })).toBeVisible()

  const down = page.getByRole('button', { name: 'This answer is not right' })
  const up = page.getByRole('button', { name: 'This answer is right' })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('What is wrong with it?').last()).toBeFocused()
  await page.keyboard.type('Refunds are missing.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(down).toBeFocused()
  await expect(down).toHaveAttribute('aria-pressed', 'true')

  await page.reload()
  await expect(down).toHaveAttribute('aria-pressed', 'true')
  await expect(up).toHaveAttribute('aria-pressed', 'false')
  const { ratings } = await call<{ ratings: object[] }>(page, 'rating.list', { kind: 'query' })
  expect(ratings).toMatchObject([{ verdict: 'down', comment: 'Refunds are missing.' }])

  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'As Markdown' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toContain('> Rated as not right: Refunds are missing.')

  await down.click()
  await expect(page.getByRole('textbox', { name: 'What is wrong with it?' })).toHaveValue(
    'Refunds are missing.',
  )
  await page.getByRole('button', { name: 'Remove rating' }).click()
  await expect(down).toHaveAttribute('aria-pressed', 'false')
  await page.reload()
  await expect(down).toHaveAttribute('aria-pressed', 'false')
})

test('a corrected statement of an answer that is not right is suggested with its changes, and accepted', async ({
  page,
}) => {
  const { agentId, sessionId } = await openChatWith(page, model.baseUrl)
  await call(page, 'dataSource.create', { input: { sample: 'movies' } })
  const tools = [{ tool_name: 'execute_sql', tool_server_id: 'parley', properties: [] }]
  await call(page, 'agent.update', { input: { agent_id: agentId, tools } })
  await page.goto(`/chats/${sessionId}`)
  model.useTool('execute_sql', { generated_sql: 'SELECT count(*) AS n FROM movies.movies' }, ['Many.'])
  await page.getByLabel('Your question').fill('How many long movies are there?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Many.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'This answer is not right' }).click()
  await page.getByRole('link', { name: 'Correct the statement' }).click()

  await page.getByRole('button', { name: 'Edit and run again' }).click()
  await page.getByRole('textbox', { name: 'SQL statement' }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' WHERE Running_Time_min > 120')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('link', { name: 'Open definitions' }).click()

  const card = page.getByRole('article', { name: 'How many long movies are there?' })
  await expect(card.getByRole('figure', { name: 'Changes of the statement' })).toContainText(
    'SELECT count(*) AS n FROM movies.movies WHERE Running_Time_min > 120',
  )
  await expect(card.getByRole('insertion')).toHaveText(' WHERE Running_Time_min > 120')
  await card.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('Suggested from your corrections')).toHaveCount(0)
  await expect(page.getByRole('article', { name: 'How many long movies are there?' })).toContainText(
    'Verified question',
  )
})
