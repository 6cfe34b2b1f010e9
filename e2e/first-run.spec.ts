import { signInWithBrowserWallet } from './journey/sign-in.ts'
import { expect, test, WITH_MOTION } from './journey/test.ts'

test.use(WITH_MOTION)

const CSV = [
  'city,state,inhabitants',
  'Berlin,Berlin,3700000',
  'Hamburg,Hamburg,1850000',
  'Munich,Bavaria,1510000',
  'Nuremberg,Bavaria,530000',
].join('\n')

test('a new user gets from the front page to a chart of an uploaded file', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Start now, no password' }).click()
  await page.getByRole('button', { name: 'Try it with sample data' }).click()
  await expect(page).toHaveURL(/\/chats\/[0-9a-f-]{36}$/, { timeout: 60_000 })

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sources' }).click()
  await drop(page, 'big_cities.csv', CSV)
  await expect(page.getByRole('cell', { name: 'inhabitants', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await expect(page.getByLabel('Your question')).toHaveValue(
    'What is the average inhabitants by city in big cities? Show it as a bar chart.',
  )
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('figure').locator('svg.marks')).toBeVisible({ timeout: 30_000 })
  await expect(
    page
      .getByRole('article')
      .last()
      .getByText(/Berlin/)
      .first(),
  ).toBeVisible()
})

test('a user who starts with an uploaded file has an agent after one click', async ({ page }) => {
  await signInWithBrowserWallet(page)
  await page.getByRole('main').getByRole('link', { name: 'Connect data' }).click()
  await drop(page, 'big_cities.csv', CSV)
  await expect(page.getByRole('cell', { name: 'inhabitants', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await expect(page.getByRole('heading', { name: 'big_cities' })).toBeVisible()
  await expect(page).toHaveURL(/\/chats\/[0-9a-f-]{36}$/)
  await expect(page.getByLabel('Your question')).toHaveValue(/average inhabitants by city/)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('figure').locator('svg.marks')).toBeVisible({ timeout: 30_000 })
})

/** Drops a file as a mouse does: the page receives it in a drop event. */
async function drop(page: import('@playwright/test').Page, name: string, text: string): Promise<void> {
  const zone = page.getByText('Drop a file here, or choose one')
  await expect(zone).toBeVisible()
  const dataTransfer = await page.evaluateHandle(
    ([fileName = '', content = '']) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], fileName, { type: 'text/csv' }))
      return transfer
    },
    [name, text],
  )
  for (const event of ['dragenter', 'dragover', 'drop']) await zone.dispatchEvent(event, { dataTransfer })
}
