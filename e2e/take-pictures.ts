import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './journey/test.ts'
import { openSampleWorkspace } from './journey/workspace.ts'

const FOLDER = path.join(import.meta.dirname, '../docs/images')
const QUESTION = 'What is the average horsepower by origin? Show it as a bar chart.'
const SQL = `SELECT weather, count(*) AS days, round(avg(temp_max), 1) AS temp_max
FROM seattle_weather.seattle_weather
GROUP BY weather
ORDER BY days DESC`

test('pictures of the README', async ({ page }) => {
  test.setTimeout(180_000)
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
  await page.getByRole('textbox', { name: 'SQL statement' }).fill(SQL)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('tab', { name: 'Chart' }).click()
  await expect(page.getByRole('figure').locator('svg.marks')).toBeVisible()
  await picture(page, 'sql')

  await page.setViewportSize({ width: 1280, height: 860 })
  await page.goto('/ledger')
  await expect(page.getByText(/· live$/)).toBeVisible()
  await picture(page, 'ledger')
})

async function picture(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`), animations: 'disabled' })
}
