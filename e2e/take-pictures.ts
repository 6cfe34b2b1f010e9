import path from 'node:path'
import type { Page } from '@playwright/test'
import { call } from './journey/call.ts'
import { startScriptedModel } from './journey/scripted-model.ts'
import { expect, test } from './journey/test.ts'
import { openChatWith, openSampleWorkspace } from './journey/workspace.ts'
import { writeSql } from './journey/write-sql.ts'

const FOLDER = path.join(import.meta.dirname, '../docs/images')
const QUESTION = 'What is the average horsepower by origin? Show it as a bar chart.'
const SQL = `SELECT weather, count(*) AS days, round(avg(temp_max), 1) AS temp_max
FROM seattle_weather.seattle_weather
GROUP BY weather
ORDER BY days DESC`

test('pictures of the README', async ({ page }) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Start now, no password' })).toBeVisible()
  await picture(page, 'front')

  await page.setViewportSize({ width: 1280, height: 1180 })
  await openSampleWorkspace(page)
  await page.goto('/chats')
  await page.getByLabel('Your question').fill(QUESTION)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('figure').locator('svg.marks')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'How it got there' }).click()
  await expect(page.getByRole('link', { name: 'Open the full run' })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 0))
  await picture(page, 'chat')

  await page.setViewportSize({ width: 1280, height: 860 })
  await page.getByRole('link', { name: 'Open the full run' }).click()
  await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible()
  await expect(page.getByRole('figure').locator('svg.marks')).toBeVisible()
  await picture(page, 'run')

  await page.goto('/agents')
  await page.getByRole('link', { name: /Data analyst/ }).click()
  await page.getByLabel('Your question').fill('Which origin has the most cars?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('figure')).toBeVisible({ timeout: 30_000 })
  await page.evaluate(() => window.scrollTo(0, 0))
  await picture(page, 'agent')

  await page.setViewportSize({ width: 1280, height: 1180 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/sources/sql')
  await writeSql(page, SQL)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('tab', { name: 'Chart' }).click()
  await expect(page.getByRole('figure').locator('svg.marks')).toBeVisible()
  await picture(page, 'sql')

  await page.setViewportSize({ width: 1280, height: 860 })
  await page.goto('/ledger/history')
  await expect(page.getByRole('figure').locator('svg.marks')).toHaveCount(4)
  await expect(page.getByText(/· live$/)).toBeVisible()
  await picture(page, 'ledger')
})

const MONTHS_SQL = `SELECT month(date) AS month, round(avg(temp_max), 1) AS temp_max,
  count(*) FILTER (precipitation > 0) AS rainy_days
FROM seattle_weather.seattle_weather GROUP BY ALL ORDER BY ALL`
const WRONG_DIGIT =
  'August is the warmest month with **26.1 °C**, before July with 27.1 °C. The coldest is December with 8.2 °C.\n\n- December has the most rainy days: 81.\n- July has only 11 of them.'

test('picture of an answer with a wrong digit', async ({ page }) => {
  const model = await startScriptedModel()
  try {
    await page.setViewportSize({ width: 1280, height: 680 })
    const { agentId } = await openChatWith(page, model.baseUrl)
    await call(page, 'dataSource.create', { input: { sample: 'seattle_weather' } })
    const tools = [{ tool_name: 'execute_sql', tool_server_id: 'parley', properties: [] }]
    await call(page, 'agent.update', { input: { agent_id: agentId, name: 'Analyst', tools } })
    await page.reload()
    model.useTool('execute_sql', { generated_sql: MONTHS_SQL }, [WRONG_DIGIT])
    await page.getByLabel('Your question').fill('Which months are the warmest and the wettest in Seattle?')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/numbers checked/)).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: '26.1 °C' }).click()
    await expect(page.getByRole('dialog').getByText('rainy_days').first()).toBeVisible()
    await expect(page.getByRole('dialog').getByText('SELECT')).toBeVisible()
    await page.screenshot({ path: path.join(FOLDER, 'evidence.png'), animations: 'disabled' })
  } finally {
    await model.stop()
  }
})

async function picture(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`), animations: 'disabled' })
}
