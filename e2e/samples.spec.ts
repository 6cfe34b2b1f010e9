import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { expect, test } from './journey/test.ts'
import { openSampleWorkspace } from './journey/workspace.ts'
import { writeSql } from './journey/write-sql.ts'

test('one button leads to a chart with its steps, its run and its files', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/')
  // The picture of the front page shows what the product answers.
  await expect(page.getByText('August, with 26.1 °C on average.')).toBeVisible()
  await openSampleWorkspace(page)
  await expect(page.getByLabel('Your question')).toHaveValue(/average maximum temperature in Seattle/)
  await page.getByRole('button', { name: 'Send' }).click()

  const chart = page.getByRole('figure', { name: 'Average maximum temperature by month' })
  await expect(chart.locator('svg.marks')).toBeVisible({ timeout: 30_000 })
  const answer = page.getByRole('article').last()
  await expect(answer).toContainText('highest 26.11 °C (August)')
  // In a low window, too, the chart is in view with its axes.
  await expect
    .poll(() => spaceBelow(chart.locator('svg.marks'), page.getByLabel('Your question')))
    .toBeGreaterThan(0)
  // Computed from the data set: the mean of temp_max over all days of the month, 2012 to 2015.
  await expect(answer.getByRole('row', { name: 'July 26' })).toBeHidden()
  await answer.getByRole('button', { name: 'Show all 12' }).click()
  await expect(answer.getByRole('row', { name: 'July 26' })).toBeVisible()
  await expect(page.getByText('Demo model', { exact: true })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Suggested next questions' })).toBeVisible()

  await expect(page.getByText('The answer is complete.')).toBeAttached()

  await page.reload()
  await expect(chart.locator('svg.marks')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Suggested next questions' })).toBeVisible()
  await page.getByRole('button', { name: 'How it got there' }).click()
  for (const step of ['Find the data', 'Query the data', 'Draw a chart']) {
    await expect(page.getByRole('button', { name: step })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Open the full run' }).click()
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('region', { name: 'Question' })).toContainText('What was the average')
  await expect(page.getByText(/SELECT strftime/)).toBeVisible()
  await expect(page.getByText(/^Estimate before the run: about 1,461 rows read/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Step 4: Answer' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')).toHaveCount(4)

  await page.getByRole('button', { name: 'Edit and run again' }).click()
  await writeSql(page, 'SELECT count(*) AS days FROM seattle_weather.seattle_weather')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Now' }).getByText('1,461')).toBeVisible()
  await expect(page.getByRole('region', { name: 'In the run' }).getByText('January')).toBeVisible()
  await page.getByRole('link', { name: 'Open the chat' }).click()
  await expect(page.getByRole('heading', { name: 'Seattle weather' })).toBeVisible()
})

test('the data, the picture and the script of a chart can be downloaded', async ({ page }) => {
  await openSampleWorkspace(page)
  await page.getByRole('button', { name: 'Send' }).click()
  const chart = page.getByRole('figure')
  await expect(chart.locator('svg.marks')).toBeVisible({ timeout: 30_000 })

  await chart.getByRole('tab', { name: 'Table' }).click()
  await expect(chart.getByRole('row')).toHaveCount(6)
  await chart.getByRole('button', { name: 'Show all 12' }).click()
  await expect(chart.getByRole('row')).toHaveCount(13)
  await chart.getByRole('tab', { name: 'Chart' }).click()

  await chart.getByRole('button', { name: 'Save' }).click()
  const png = await saved(page.waitForEvent('download'), () =>
    page.getByRole('menuitem', { name: 'PNG picture' }).click(),
  )
  expect(png.subarray(1, 4).toString()).toBe('PNG')

  await chart.getByRole('button', { name: 'Save' }).click()
  const script = await saved(page.waitForEvent('download'), () =>
    page.getByRole('menuitem', { name: /\.mjs$/ }).click(),
  )
  expect(script.toString()).toContain('export const spec')
})

async function saved(
  download: Promise<import('@playwright/test').Download>,
  act: () => Promise<void>,
): Promise<Buffer> {
  await act()
  return readFile(await (await download).path())
}

/** The pixels between the end of an element and the beginning of another one. */
async function spaceBelow(upper: Locator, lower: Locator): Promise<number> {
  const [above, below] = await Promise.all([upper.boundingBox(), lower.boundingBox()])
  return above && below ? below.y - above.y - above.height : Number.NaN
}
