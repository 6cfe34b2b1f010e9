import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { call } from './journey/call.ts'
import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { expect, test } from './journey/test.ts'
import { openChatWith, openSampleWorkspace } from './journey/workspace.ts'

let model: ScriptedModel
test.beforeAll(async () => {
  model = await startScriptedModel()
})
test.afterAll(() => model.stop())

test('the last question is edited and asked again, and an answer is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openChatWith(page, model.baseUrl)
  model.say(['| a | b |\n|---|---|\n| 1 | 2 |\n\n', '```sql\nselect 1\n```'])
  await page.getByLabel('Your question').fill('First line')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('second line')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('cell', { name: '2', exact: true })).toBeVisible()
  await page.getByRole('article').last().hover()
  await page.getByRole('button', { name: 'Copy answer' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('| 1 | 2 |')
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('select 1')

  await page.getByRole('article').first().hover()
  await page.getByRole('button', { name: 'Edit and ask again' }).click()
  await expect(page.getByLabel('Edited question')).toHaveValue('First line\nsecond line')
  await expect(page.getByLabel('Edited question')).toBeFocused()
  model.say(['Understood.'])
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Something else')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Understood.')).toBeVisible()
  expect(model.lastRequest()).toContain('Something else')
})

test('a finished answer is not redrawn', async ({ page }) => {
  await openChatWith(page, model.baseUrl)
  const release = model.holdBack(['```sql\nselect 1\n```\n\n', 'Some more.\n\n', 'The end.'])
  await page.getByLabel('Your question').fill('Tell me')
  await page.keyboard.press('Enter')
  const code = page.getByRole('article').locator('pre')
  await expect(code.locator('span').first()).toBeVisible()
  await code.evaluate((drawn) => drawn.setAttribute('data-drawn', 'before the end'))
  release()
  await expect(page.getByRole('button', { name: 'Copy answer' })).toBeAttached()
  await expect(page.getByText('The end.')).toBeVisible()
  await expect(code).toHaveAttribute('data-drawn', 'before the end')
})

test('the composer keeps the focus while parts of an answer load', async ({ page }) => {
  await openSampleWorkspace(page)
  const composer = page.getByLabel('Your question')
  await composer.press('Enter')
  await composer.pressSequentially('typed while it answers')
  await composer.evaluate((field) => {
    field.addEventListener('blur', () => field.setAttribute('data-left', ''), { once: true })
  })
  await expect(page.getByText(/numbers checked/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('figure').locator('svg.marks')).toBeVisible()
  await expect(composer).toBeFocused()
  await expect(composer).not.toHaveAttribute('data-left')
  await expect(composer).toHaveValue('typed while it answers')
})

test('the line of steps names tokens and cost on hover, and the icon of the agent has a ring while it answers', async ({
  page,
}) => {
  const { agentId } = await openChatWith(page, model.baseUrl)
  const mark = page.getByRole('main').locator(`[data-agent-mark="${agentId}"]`)
  await expect(mark).toHaveCount(1)
  const look = await mark.getAttribute('data-colour')
  await expect(mark).not.toHaveAttribute('data-running')
  const tools = [{ tool_name: 'execute_sql', tool_server_id: 'parley', properties: [] }]
  await call(page, 'agent.update', { input: { agent_id: agentId, tools } })
  const release = model.useToolAndHoldBack('execute_sql', { generated_sql: 'SELECT 1 AS one' }, [
    'One ',
    'row.',
  ])
  await page.getByLabel('Your question').fill('Count')
  await page.keyboard.press('Enter')
  await expect(page.getByText('One', { exact: true })).toBeVisible()
  await expect(mark).toHaveAttribute('data-running', 'true')
  await page.goto('/agents')
  await expect(mark).toHaveAttribute('data-colour', look ?? '')
  await expect(mark).toContainText('It is writing an answer')
  release()
  await expect(mark).not.toHaveAttribute('data-running')
  await page.goBack()
  const line = page.getByRole('button', { name: /^How it got there/ })
  const hint = '2,400 tokens read, 68 written, US$0.031'
  await line.hover()
  await expect(line).toHaveAccessibleDescription(hint)
  expect(await line.evaluate((element) => getComputedStyle(element, '::after').content)).toContain(hint)
})

test('the closed line of steps says that one failed, and the composer names Esc only while an answer runs', async ({
  page,
}) => {
  const { agentId } = await openChatWith(page, model.baseUrl)
  const tools = [{ tool_name: 'execute_sql', tool_server_id: 'parley', properties: [] }]
  await call(page, 'agent.update', { input: { agent_id: agentId, tools } })
  const composer = page.getByLabel('Your question')
  const hint = 'Enter to send, Shift + Enter for a new line'
  await expect(composer).toHaveAccessibleDescription(`${hint}.`)
  const statement = { generated_sql: 'SELECT * FROM nowhere' }
  const release = model.useToolAndHoldBack('execute_sql', statement, ['No ', 'rows.'])
  await composer.fill('Count')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No', { exact: true })).toBeVisible()
  await expect(composer).toHaveAccessibleDescription(`${hint}, Esc to stop.`)
  release()
  await expect(page.getByText('No rows.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^How it got there · 1 step · 1 failed · / })).toBeVisible()
  await expect(composer).toHaveAccessibleDescription(`${hint}.`)
})

test('a chat continues with another agent', async ({ page }) => {
  await openChatWith(page, model.baseUrl)
  const { models } = await call<{ models: { id: number }[] }>(page, 'llmConfig.list', { kind: 'query' })
  const description = 'You are the other one.'
  await call(page, 'agent.create', {
    input: { name: 'Other agent', description, model_config_id: models[0]?.id, tools: [] },
  })
  await page.reload()
  await page.getByRole('button', { name: 'Agent of this chat: Scripted agent' }).click()
  await page.getByRole('option', { name: 'Other agent' }).click()
  await expect(page.getByRole('combobox', { name: 'Agent of this chat' })).toHaveValue('Other agent')
  model.say(['Here I am.'])
  await page.getByLabel('Your question').fill('Who are you?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Here I am.')).toBeVisible()
  expect(model.lastRequest()).toContain(description)
})

test('the head of a table scrolls behind the header of the chat', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 })
  await openSampleWorkspace(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('figure').locator('svg.marks')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('figure').getByText('Table', { exact: true }).click()
  const table = page.getByRole('figure').getByRole('table')
  await expect(table).toBeVisible()
  const atTop = await table.evaluate((element) => {
    const title = document.querySelector('main h1')?.getBoundingClientRect()
    if (!title) return 'no title'
    window.scrollBy({ top: element.getBoundingClientRect().top - title.top, behavior: 'instant' })
    return document.elementFromPoint(title.left + title.width / 2, title.top + title.height / 2)?.tagName
  })
  expect((await table.boundingBox())?.y).toBeLessThan(90)
  expect(atTop).toBe('H1')
})

test('a chat is saved as text, as data and as rows; its chart as a drawing', async ({ page }) => {
  await openSampleWorkspace(page)
  await page.getByRole('button', { name: 'Send' }).click()
  const chart = page.getByRole('figure')
  await expect(chart.locator('svg.marks')).toBeVisible({ timeout: 30_000 })
  const save = async (item: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    return saved(page, item)
  }
  const markdown = await save('As Markdown')
  expect(markdown).toMatch(/^# Seattle weather\n\n## You\n\nWhat was the average/)
  expect(markdown).toContain('## Answer')
  expect(markdown).toMatch(/```sql\nSELECT [\s\S]+\n```/)
  expect(markdown).toMatch(/\[Open the full run\]\(http:\/\/[\d.:]+\/runs\/[0-9a-f-]{36}\)/)
  const [, picture = ''] = markdown.match(/!\[Chart\]\((\S+\.png)\)/) ?? []
  expect((await page.request.get(picture)).headers()['content-type']).toBe('image/png')
  expect(JSON.parse(await save('As JSON'))).toMatchObject({
    name: 'Seattle weather',
    messages: [{ role: 'user' }, { role: 'assistant', status: 'ok' }],
  })
  expect((await save('Results as CSV')).trim().split('\n')).toHaveLength(13)

  await chart.getByRole('button', { name: 'Save' }).click()
  expect(await saved(page, 'SVG picture')).toMatch(/^<svg/)
  await chart.getByRole('button', { name: 'Save' }).click()
  expect(JSON.parse(await saved(page, 'Vega-Lite specification'))).toMatchObject({
    title: 'Average maximum temperature by month',
    data: { values: { length: 12 } },
  })

  await page.getByRole('group', { name: 'Suggested next questions' }).getByRole('button').first().click()
  await expect(page.getByRole('article')).toHaveCount(4, { timeout: 30_000 })
})

/** Chooses an item of the open menu and reads the downloaded file. */
async function saved(page: Page, item: string): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: item }).click()
  return readFile(await (await download).path(), 'utf8')
}
