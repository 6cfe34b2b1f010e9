import { signInWithBrowserWallet } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'
import { openSampleWorkspace } from './journey/workspace.ts'

const CSV = ['city,population', 'Berlin,3700000', 'Hamburg,1850000', 'Munich,1510000'].join('\n')

test('an uploaded file is browsed, asked about and deleted', async ({ page }) => {
  await openSampleWorkspace(page)
  await page.goto('/sources')
  await page.setInputFiles('input[type=file]', {
    name: 'german_cities.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(CSV),
  })
  await expect(page).toHaveURL(/\/sources\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('cell', { name: 'population', exact: true })).toBeVisible()
  await expect(page.getByText('3 rows · 2 columns')).toBeVisible()

  await page.goto('/chats')
  await page.getByLabel('Your question').fill('What is the total population of the german cities?')
  await page.keyboard.press('Enter')
  await expect(
    page
      .getByRole('article')
      .last()
      .getByText(/7,?060,?000/)
      .first(),
  ).toBeVisible({ timeout: 30_000 })

  await page.goto('/sources')
  await page.getByRole('link', { name: /german_cities/ }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(page).toHaveURL(/\/sources$/)
  await expect(page.getByRole('link', { name: /german_cities/ })).toBeHidden()
})

test('a file that is not what it claims is refused and leaves nothing', async ({ page }) => {
  await signInWithBrowserWallet(page)
  await page.goto('/sources')
  await page.setInputFiles('input[type=file]', {
    name: 'broken.parquet',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('this is no parquet file'),
  })
  await expect(page.getByText('The file was not connected')).toBeVisible()
  await page.setInputFiles('input[type=file]', {
    name: 'letter.docx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('x'),
  })
  await expect(page.getByText('This kind of file cannot be read.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No data yet')).toBeVisible()
})
