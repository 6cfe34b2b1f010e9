import { signIn } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'
import { writeSql } from './journey/write-sql.ts'

const REPORT = [
  'Quarterly report;;',
  'Region;Turnover;Units',
  'region_code;amount_eur;pieces',
  'N;1.234,50;3',
  'S;7,25;4',
].join('\r\n')

test('a file says how it was read, is read differently, and gives the right sum', async ({ page }) => {
  test.slow()
  await signIn(page, '/sources')
  await page.setInputFiles('input[type=file]', {
    name: 'quarter.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(REPORT),
  })
  await expect(page).toHaveURL(/\/sources\/[0-9a-f-]{36}$/)
  const reading = page.getByRole('region', { name: 'How the file was read' })
  await expect(reading.getByText('above the table was left out: “Quarterly report”.')).toBeVisible()
  await expect(reading.getByText(/read as numbers with a comma before the decimals/)).toBeVisible()

  await reading.getByRole('button', { name: 'Read differently' }).click()
  const form = page.getByRole('dialog', { name: 'Read quarter.quarter differently' })
  await expect(form.getByRole('combobox', { name: 'Separator' })).toHaveAttribute(
    'placeholder',
    'Automatic: Semicolon ;',
  )
  await expect(form.getByRole('row', { name: /N 1,234\.5/ })).toBeVisible()
  await form.getByLabel('Header row').fill('3')
  await form.getByRole('button', { name: 'Read again' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('cell', { name: 'amount_eur', exact: true })).toBeVisible()
  await expect(page.getByText('2 rows · 3 columns')).toBeVisible()

  const type = page
    .getByRole('row', { name: /^region_code/ })
    .getByRole('button', { name: 'change the type' })
  await expect(type).toHaveText('VARCHAR')
  await type.click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Whole number' }).click()
  await expect(page.getByText('2 values do not fit and would be empty.')).toBeVisible()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Decided from the file' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page
    .getByRole('row', { name: /^pieces/ })
    .getByRole('button')
    .click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Number', exact: true }).click()
  await expect(page.getByText('All values that the table has now fit this type.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Change the type' }).click()
  await expect(
    page.getByRole('row', { name: /^pieces/ }).getByRole('button', { name: 'change the type' }),
  ).toHaveText('DOUBLE')
  // The header row that was chosen before is kept.
  await expect(page.getByRole('cell', { name: 'amount_eur', exact: true })).toBeVisible()

  await page.goto('/sources/sql')
  await writeSql(page, 'SELECT sum(amount_eur) AS total, sum(pieces) AS pieces FROM quarter')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('row', { name: '1,241.75 7' })).toBeVisible()
})

test('a file and a column whose names SQL reserves are read, and the page says how the file names the column', async ({
  page,
}) => {
  await signIn(page, '/sources')
  await page.setInputFiles('input[type=file]', {
    name: 'when.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('when,city\n2024-01-05,Oslo\n2024-02-05,Bergen\n'),
  })
  await expect(page.getByRole('heading', { name: 'when', exact: true })).toBeVisible()
  await expect(page.getByRole('figure').getByRole('row', { name: '2024-02-05 Bergen' })).toBeVisible()
  await expect(page.getByRole('row', { name: /^city/ })).toContainText('Oslo, Bergen 2 values')
  const reading = page.getByRole('region', { name: 'How the file was read' })
  await expect(reading.getByRole('listitem')).toHaveText(
    'when_2: The name in the file, “when”, is a reserved word of SQL.',
  )
  await page.setViewportSize({ width: 390, height: 800 })
  const widths = await reading.evaluate((part) => [part.querySelector('ul')?.clientWidth, part.clientWidth])
  expect(widths[0]).toBe(widths[1])
})
