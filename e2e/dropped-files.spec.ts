import type { Page } from '@playwright/test'
import { type GivenFile, giveFiles } from './journey/give-files.ts'
import { signIn } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'

test('files that a user drops on a page without a composer, or pastes into it, become data sources or are refused', async ({
  page,
}) => {
  await signIn(page, '/agents')
  await expect(page.getByRole('link', { name: 'Start with sample data' })).toBeVisible()
  await give(page, 'drop', [
    { name: 'cities.csv', text: 'city,people\nOslo,1\n' },
    { name: 'order.csv', text: 'item,count\nTea,2\n' },
    { name: 'song.mp3', text: 'la' },
  ])
  await expect(page.getByText('“cities” is connected.')).toBeVisible()
  // SQL reserves this name, so the data source has another name in SQL.
  await expect(page.getByText('“order” is connected.')).toBeVisible()
  const refusal = page.getByRole('alert').filter({ hasText: '“song.mp3” was not connected' })
  await expect(refusal.getByText(/^This kind of file cannot be read/)).toBeVisible()
  await expect(page).toHaveURL(/\/agents$/)

  await give(page, 'paste', [{ name: 'prices.csv', text: 'item,price\nTea,2\n' }])
  await expect(page.getByText('“prices” is connected.')).toBeVisible()
  await page.getByRole('link', { name: 'Open data source' }).last().click()
  await expect(page.getByRole('heading', { name: 'prices' })).toBeVisible()
})

/** Drops or pastes files in the page. */
async function give(page: Page, event: 'drop' | 'paste', files: readonly GivenFile[]): Promise<void> {
  await giveFiles(page.getByRole('heading', { level: 1 }), event, files)
}
