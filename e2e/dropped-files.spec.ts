import type { Page } from '@playwright/test'
import { signIn } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'

type Given = { readonly name: string; readonly text: string }

test('files that a user drops on a page without a composer, or pastes into it, become data sources or are refused', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/agents')
  await give(page, 'drop', [
    { name: 'cities.csv', text: 'city,people\nOslo,1\n' },
    { name: 'song.mp3', text: 'la' },
  ])
  await expect(page.getByText('“cities” is connected.')).toBeVisible()
  await expect(page.getByText(/song\.mp3: This kind of file cannot be read/)).toBeVisible()
  await expect(page).toHaveURL(/\/agents$/)

  await give(page, 'paste', [{ name: 'prices.csv', text: 'item,price\nTea,2\n' }])
  await expect(page.getByText('“prices” is connected.')).toBeVisible()
  await page.getByRole('link', { name: 'Open data source' }).last().click()
  await expect(page.getByRole('heading', { name: 'prices' })).toBeVisible()
})

/** Drops or pastes files in the page. */
async function give(page: Page, event: 'drop' | 'paste', files: readonly Given[]): Promise<void> {
  const data = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer()
    for (const { name, text } of given) transfer.items.add(new File([text], name))
    return transfer
  }, files)
  await page.getByRole('heading', { level: 1 }).evaluate(
    (element, { type, transfer }) => {
      const options = { bubbles: true, cancelable: true }
      const given =
        type === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: transfer })
          : new ClipboardEvent('paste', { ...options, clipboardData: transfer })
      element.dispatchEvent(given)
    },
    { type: event, transfer: data },
  )
}
