import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { call } from './journey/call.ts'
import { findViolations } from './journey/find-violations.ts'
import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { expect, test } from './journey/test.ts'
import { openChatWith } from './journey/workspace.ts'

let model: ScriptedModel
test.beforeAll(async () => {
  model = await startScriptedModel()
})
test.afterAll(() => model.stop())

const SQL = `SELECT month(date) AS month, round(avg(temp_max), 1) AS temp_max, count(*) FILTER (precipitation > 0) AS rainy_days
FROM seattle_weather.seattle_weather GROUP BY ALL ORDER BY ALL`

/** A chat with an agent on the scripted model that reads the weather of Seattle. */
async function openAnalyst(page: Page): Promise<void> {
  const { agentId } = await openChatWith(page, model.baseUrl)
  await call(page, 'dataSource.create', { input: { sample: 'seattle_weather' } })
  const tools = [{ tool_name: 'execute_sql', tool_server_id: 'parley', properties: [] }]
  await call(page, 'agent.update', { input: { agent_id: agentId, tools } })
  await page.reload()
}

async function ask(page: Page, answer: string): Promise<void> {
  model.useTool('execute_sql', { generated_sql: SQL }, [answer])
  await page.getByLabel('Your question').fill('How warm are the months in Seattle?')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/numbers? checked/)).toBeVisible({ timeout: 30_000 })
}

const LIE = 'In August it is **26.1 °C** warm, in July (27.1 °C).\n\n- March has 73 rainy days.'

test('a wrong digit is marked, and only that number; the others show their cell', async ({ page }) => {
  await openAnalyst(page)
  await ask(page, LIE)
  await expect(page.getByText('2 of 3 numbers checked')).toBeVisible()
  const unproven = page.locator('[data-proven=false]')
  await expect(unproven).toHaveCount(1)
  await expect(unproven).toHaveText('27.1 °C')

  await unproven.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('No result of this run holds this number.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '26.1 °C' }).click()
  await expect(page.getByText('Row 8, temp_max, step 1')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Row of the result' })).toContainText('26.1')
  await expect(page.getByText('GROUP BY ALL').first()).toBeVisible()
  await expect(page.getByText(/^Source seattle_weather, version of/).first()).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 }
  for (let narrow = 320; narrow <= 500; narrow += 12) {
    await page.setViewportSize({ width: narrow, height })
    expect.soft(await unproven.evaluate(isApartFromBracket), `${narrow} pixels`).toBe(false)
  }
  await page.setViewportSize({ width, height })

  await page.getByRole('link', { name: 'Open the run' }).click()
  const list = page.getByRole('table', { name: 'Numbers of the answer' })
  await expect(list.getByRole('row')).toHaveCount(4)
  await expect(list.getByRole('row', { name: /27\.1 °C/ })).toContainText('No result of this run')
})

/** Whether a line ends between a number and the closing bracket behind it. */
function isApartFromBracket(mark: Element): boolean {
  const after = mark.parentElement?.nextSibling
  if (!after?.textContent?.startsWith(')')) throw new Error('No bracket follows the number.')
  const bracket = document.createRange()
  bracket.setStart(after, 0)
  bracket.setEnd(after, 1)
  return bracket.getBoundingClientRect().top > mark.getBoundingClientRect().bottom
}

test('the marks are there after a reload, and in the Markdown that is saved', async ({ page }) => {
  await openAnalyst(page)
  await ask(page, LIE)
  await page.reload()
  await expect(page.locator('[data-proven=false]')).toHaveText('27.1 °C')
  await page.getByRole('button', { name: 'Export' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /Markdown/ }).click()
  const text = await readFile((await (await saved).path()) ?? '', 'utf8')
  expect(text).toContain('27.1 °C[^2-2]')
  expect(text).toContain('[^2-2]: not in the results of the run')
  expect(text).toContain('[^2-1]: Row 8, temp_max, step 1. Source seattle_weather, version of')
})

for (const [answers, atMost] of [
  [20, 1],
  // A request carries at most fifty calls.
  [50, 2],
] as const)
  test(`a chat of ${answers} answers reads its evidence in ${atMost} requests at most`, async ({ page }) => {
    test.setTimeout(120_000)
    const { agentId, sessionId } = await openChatWith(page, model.baseUrl)
    await call(page, 'dataSource.create', { input: { sample: 'seattle_weather' } })
    const tools = [{ tool_name: 'execute_sql', tool_server_id: 'parley', properties: [] }]
    await call(page, 'agent.update', { input: { agent_id: agentId, tools } })
    model.useTool('execute_sql', { generated_sql: SQL }, [LIE])
    for (let asked = 0; asked < answers; asked++)
      await call(page, 'chat.query', { input: { session_id: sessionId, query: `Question ${asked}` } })

    const requests: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/trpc/')) requests.push(pathname.slice('/api/trpc/'.length))
    })
    await page.reload()
    await expect(page.getByText('2 of 3 numbers checked')).toHaveCount(answers)
    await expect(page.getByText(/1 step · 12 rows/).last()).toBeVisible()
    const carrying = (name: string) => requests.filter((names) => names.split(',').includes(name))
    expect(carrying('run.evidence').length).toBeLessThanOrEqual(atMost)
    // Runs are read as they come into view.
    expect(carrying('run.inspect').length, carrying('run.inspect').join('\n')).toBeLessThanOrEqual(3)
  })

test('an answer without data has no badge', async ({ page }) => {
  await openChatWith(page, model.baseUrl)
  model.say(['There are 412 of them.'])
  await page.getByLabel('Your question').fill('How many?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Copy answer' })).toBeAttached()
  await expect(page.getByText('There are 412 of them.')).toBeVisible()
  await expect(page.getByText(/numbers? checked/)).toHaveCount(0)
})

for (const scheme of ['light', 'dark'] as const)
  for (const width of [390, 1280])
    test(`the proof of a number fits a screen of ${width} pixels, ${scheme}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme: scheme })
      await openAnalyst(page)
      await ask(page, LIE)
      await page.getByRole('button', { name: '26.1 °C' }).click()
      const card = page.getByRole('dialog')
      await expect(card).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })
