import type { Page } from '@playwright/test'
import pg from 'pg'
import { call } from './journey/call.ts'
import { signIn, signInWithoutPage } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'
import { openSampleWorkspace } from './journey/workspace.ts'
import { writeSql } from './journey/write-sql.ts'

const CSV = ['city,population', 'Berlin,3700000', 'Hamburg,1850000', 'Munich,1510000'].join('\n')

test('an uploaded file is browsed, used in a question and deleted', async ({ page }) => {
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
  await expect(page.getByRole('row', { name: 'Hamburg 1,850,000' })).toBeVisible()
  const population = page.getByRole('table', { name: 'Columns' }).getByRole('row', { name: /^population/ })
  await expect(population).toContainText('1510000 to 3700000')
  await expect(
    population.getByRole('img', { name: /How often the values of population occur/ }),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Städte 1990–2002')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Städte 1990–2002' })).toBeVisible()
  await page.getByRole('link', { name: 'Open in SQL' }).click()
  await expect(page.getByText('FROM german_cities.german_cities')).toBeVisible()

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

test('a file with the wrong content is refused and leaves nothing', async ({ page }) => {
  await signIn(page, '/sources')
  await page.setInputFiles('input[type=file]', {
    name: 'broken.parquet',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('this is no parquet file'),
  })
  await expect(page.getByText('“broken.parquet” was not connected')).toBeVisible()
  await page.setInputFiles('input[type=file]', {
    name: 'letter.docx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('x'),
  })
  await expect(page.getByText('Documents cannot be read as data.', { exact: false })).toBeVisible()
  await expect(page.getByText('“letter.docx” was not connected')).toBeVisible()
  await expect(page.getByText('“broken.parquet” was not connected')).toBeHidden()
  await page.reload()
  await expect(page.getByRole('link', { name: /^ledger/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /broken|letter/ })).toHaveCount(0)
})

test('SQL runs over all data sources, is drawn, and its errors are explained', async ({ page }) => {
  await connectCars(page)
  await page.goto('/sources')
  await page.getByRole('link', { name: 'Write SQL' }).click()
  const tables = page.getByRole('region', { name: 'Tables' })
  await tables.getByRole('button', { name: 'cars.cars' }).click()
  await tables.getByRole('button', { name: 'Read the first rows' }).click()
  await expect(page.getByRole('columnheader', { name: 'horsepower' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'SQL statement' })).toContainText('FROM cars.cars')
  await writeSql(
    page,
    'SELECT origin, avg(horsepower) AS power FROM cars.cars GROUP BY origin ORDER BY origin',
  )
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('row')).toHaveCount(4)
  await page.getByRole('tab', { name: 'Chart' }).click()
  await expect(page.getByRole('figure').locator('svg.marks')).toBeVisible()

  await writeSql(page, 'DROP TABLE cars.cars')
  await page.getByRole('button', { name: 'Run' }).click()
  await expect(page.getByRole('alert').getByText('The statement did not run')).toBeVisible()
})

test('statements are kept in tabs, formatted, saved, cancelled and found again after a reload', async ({
  page,
}) => {
  await connectCars(page)
  await page.goto('/sources/sql?sql=select+origin+from+cars.cars+limit+3')
  const editor = page.getByRole('textbox', { name: 'SQL statement' })
  await expect(editor).toContainText('select origin from cars.cars limit 3')
  await expect(page).toHaveURL(/\/sources\/sql$/)
  await page.getByRole('button', { name: 'Format' }).click()
  await expect(editor).toContainText('SELECT')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Run' }).click()
  await expect(page.getByRole('row')).toHaveCount(4)
  await page.getByRole('button', { name: 'Saved' }).click()
  await page.getByRole('menuitem', { name: 'Save this statement' }).click()
  await page.getByLabel('Name').fill('Three origins')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()

  await page.getByRole('button', { name: 'New statement' }).click()
  await writeSql(page, 'SELECT count(*) FROM range(100000) a, range(100000) b, range(100000) c')
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Run' })).toBeVisible()
  await expect(page.getByText('The statement did not run')).toBeHidden()

  await page.reload()
  await expect(editor).toContainText('range(100000)')
  await page.getByRole('button', { name: 'Three origins', exact: true }).click()
  await expect(editor).toContainText('cars.cars')
  await page.getByRole('button', { name: 'History', exact: true }).click()
  await page.getByRole('menuitem', { name: /range\(100000\)/ }).click()
  await expect(editor).toContainText('range(100000)')
})

test('the list of completions closes when a statement runs, and does not lie over its result', async ({
  page,
}) => {
  await signIn(page, '/sources/sql')
  await page.getByRole('textbox', { name: 'SQL statement' }).click()
  await page.keyboard.type('SELECT 1 AS d')
  const completions = page.locator('.cm-tooltip-autocomplete')
  await expect(completions).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('figure', { name: 'Result' })).toBeVisible()
  await expect(completions).toBeHidden()
})

test("the owner's words for a column and its values are kept", async ({ page }) => {
  await connectCars(page)
  await page.goto('/sources')
  await page.getByRole('link', { name: /^Cars/ }).click()
  await page.getByRole('button', { name: 'Describe' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Horsepower', exact: true }).fill('Power at the wheel')
  const words = form.getByRole('textbox', { name: 'Other words for values of Origin' })
  await words.fill('Japan')
  await form.getByRole('checkbox', { name: 'Agents may search the values of Name' }).uncheck()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('“Japan” is not of the form: value = word, word')).toBeVisible()
  await words.fill('Japan = Nippon, JP')
  await form.getByRole('button', { name: 'Save' }).click()
  const kept = ['Power at the wheel', 'Japan = Nippon, JP', 'Its values are not searched.']
  for (const name of kept) await expect(page.getByRole('cell', { name })).toBeVisible()
  await page.reload()
  for (const name of kept) await expect(page.getByRole('cell', { name })).toBeVisible()
})

test('a pasted connection URL fills in the fields, and a database that cannot be reached is refused with its reason', async ({
  page,
}) => {
  await signIn(page, '/sources')
  await page.getByRole('button', { name: 'Connect a database or an API' }).click()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText('Fill in this field.')).toHaveCount(4)
  const form = page.getByRole('dialog')
  await form.getByLabel('Connection URL').fill('postgresql://reader:p%40ss@127.0.0.1:9/shop')
  const filled = { Name: 'shop', Host: '127.0.0.1', Port: '9', Database: 'shop', User: 'reader' }
  for (const [label, value] of Object.entries(filled)) await expect(form.getByLabel(label)).toHaveValue(value)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(form.getByText('The test failed')).toBeVisible()
})

test('a file that an older version stored under a reserved word is read on its page and by SQL', async ({
  page,
}) => {
  await signIn(page, '/sources')
  await page.setInputFiles('input[type=file]', {
    name: 'order.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(CSV),
  })
  await expect(page).toHaveURL(/\/sources\/[0-9a-f-]{36}$/)
  const database = new pg.Client({ connectionString: process.env.PARLEY_E2E_DATABASE_URL })
  await database.connect()
  const id = page.url().split('/').at(-1)
  await database.query(`update data_sources set name = 'order' where id = $1`, [id])
  await database.end()
  await page.reload()
  await expect(page.getByText('order.source_order').first()).toBeVisible()
  await expect(page.getByRole('row', { name: 'Hamburg 1,850,000' })).toBeVisible()
  await page.getByRole('link', { name: 'Open in SQL' }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByRole('figure', { name: 'Result' })).toContainText('Hamburg')
})

/** Signs a new user in and connects a sample, without opening a page. */
async function connectCars(page: Page): Promise<void> {
  await signInWithoutPage(page)
  await call(page, 'dataSource.create', { input: { sample: 'cars' } })
}
