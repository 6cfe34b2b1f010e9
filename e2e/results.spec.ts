import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { signInWithoutPage } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'
import { writeSql } from './journey/write-sql.ts'

/** Twelve rows of three shops over four days; the third day of the second shop has no value. */
const SHOPS = ['Žižkov', '东京', 'Rio']
const ROWS = [1, 2, 3, 4].flatMap((day) =>
  SHOPS.map((shop, index) => ({
    day: `2026-01-0${day}`,
    shop,
    sold: day === 3 && index === 1 ? null : 1000.125 * day + index,
  })),
)

/** The rows in the order of the statement: by day and then by shop. */
const ORDERED = ROWS.toSorted((a, b) => (`${a.day} ${a.shop}` < `${b.day} ${b.shop}` ? -1 : 1))

test.beforeEach(async ({ page }) => {
  await signInWithoutPage(page)
  await upload(page, 'Tržby 売上.ndjson', Buffer.from(ROWS.map((row) => JSON.stringify(row)).join('\n')))
  await expect(page.getByRole('heading', { name: 'Tržby 売上' })).toBeVisible()
})

test('a result is a chart, a table and its SQL, which its reader changes without a model', async ({
  page,
}) => {
  const table = await tableName(page)
  const card = await run(page, `SELECT day, shop, sold FROM ${table} ORDER BY day, shop`)
  await expect(card.getByRole('row')).toHaveCount(13)
  await expect(card.getByRole('cell', { name: '4,000.50', exact: true })).toBeVisible()
  await expect(card.getByRole('cell', { name: '–', exact: true })).toHaveCount(1)

  await card.getByRole('button', { name: 'sold', exact: true }).click()
  await card.getByRole('button', { name: 'sold', exact: true }).click()
  await expect(card.getByRole('columnheader', { name: 'sold' })).toHaveAttribute('aria-sort', 'descending')
  await expect(card.getByRole('row').nth(1)).toContainText('4,002.50')
  await expect(card.getByRole('row').last()).toContainText('–')
  await card.getByLabel('Filter the rows').fill('žižkov')
  await expect(card.getByRole('row')).toHaveCount(5)
  await card.getByLabel('Filter the rows').fill('')

  await card.getByRole('tab', { name: 'Chart' }).click()
  const lines = card.locator('g.mark-line path')
  await expect(lines).toHaveCount(3)
  // A line with a gap begins twice.
  expect(await starts(lines)).toEqual([1, 1, 2])
  const legend = card.getByRole('group', { name: 'Series of the chart' })
  await legend.getByRole('button', { name: '东京' }).click()
  await expect(lines).toHaveCount(2)
  await legend.getByRole('button', { name: '东京' }).click()
  await expect(lines).toHaveCount(3)

  await card.getByRole('button', { name: 'Lines: change the chart' }).click()
  await page.getByRole('button', { name: 'Bars', exact: true }).click()
  await expect(card.locator('g.mark-rect path')).toHaveCount(11)
  await page.keyboard.press('Escape')
  // Each mark leads to its row. The ninth has no value.
  expect(await rowsOfMarks(card, 11)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12])
  await card.locator('g.mark-rect path').nth(1).click()
  await card.getByRole('button', { name: 'Show all rows' }).click()
  await expect(card.getByRole('row')).toHaveCount(13)
  await card.getByRole('tab', { name: 'Chart' }).click()
  await expect.poll(async () => (await heights(card)).length).toBe(11)
  await card.getByRole('button', { name: 'Bars: change the chart' }).click()
  // Stacked bars of a day stand in one column; as shares every column has the same height.
  await page.getByText('Stacked', { exact: true }).click()
  await expect.poll(async () => (await heights(card)).length).toBe(4)
  expect(new Set(await heights(card)).size).toBeGreaterThan(1)
  await page.getByText('100 %', { exact: true }).click()
  await expect.poll(async () => new Set(await heights(card)).size).toBe(1)
  await page.getByText('Stacked', { exact: true }).click()
  await page.getByRole('button', { name: 'Pie', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(card.locator('g.mark-arc path')).toHaveCount(8)

  await card.getByRole('button', { name: 'Enlarge' }).click()
  await expect(page.getByRole('dialog').locator('g.mark-arc path')).toHaveCount(8)
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Save' }).click()
  const picture = await saved(page, 'PNG picture')
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  await card.getByRole('button', { name: 'Save' }).click()
  const spec = JSON.parse((await saved(page, 'Vega-Lite specification')).toString())
  expect(spec.$schema).toContain('/vega-lite/')
  expect(spec.mark).toMatchObject({ type: 'arc' })
  expect(spec.data.values).toHaveLength(8)
})

for (const { item, name, type } of [
  { item: 'Excel', name: 'Result.xlsx', type: 'xlsx' },
  { item: 'Parquet', name: 'Result.parquet', type: 'parquet' },
]) {
  test(`a whole result is saved as ${item} and read back with the same values`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const table = await tableName(page)
    // More rows than the page shows, and text that a spreadsheet could take for a formula.
    const card = await run(
      page,
      `SELECT i AS id, '=1+' || shop AS "náve\u0161t\u00ED", sold, CAST(day AS DATE) AS day FROM ${table}, range(500) t(i) ORDER BY i, day, shop`,
    )
    await expect(card.getByText(/^First [\d,]+ of 6,000 rows$/)).toBeVisible()
    // A chart of a part of the rows says which rows it draws.
    await card.getByRole('tab', { name: 'Chart' }).click()
    await expect(card.getByText(/^First [\d,]+ of 6,000 rows$/)).toBeVisible()
    await card.getByRole('tab', { name: 'Table' }).click()
    await card.getByRole('button', { name: 'Save' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: item }).click()
    expect((await download).suggestedFilename()).toBe(name)
    const file = await readFile(await (await download).path())

    // Another user reads the file.
    const context = await browser.newContext({ ...(baseURL && { baseURL }) })
    const other = await context.newPage()
    await signInWithoutPage(other)
    await upload(other, `other.${type}`, file)
    const copy = await tableName(other)
    const sums = await run(
      other,
      `SELECT count(*) AS n, sum(sold) AS total, count(sold) AS known, max(id) AS last, min("náve\u0161t\u00ED") AS text, min(day) AS first FROM ${copy}`,
    )
    const cells = sums.getByRole('row').nth(1).getByRole('cell')
    const total = 500 * ROWS.reduce((sum, { sold }) => sum + (sold ?? 0), 0)
    expect(await cells.allTextContents()).toEqual([
      '6,000',
      total.toLocaleString('en'),
      '5,500',
      '499',
      '=1+Rio',
      '2026-01-01',
    ])
    await context.close()
  })
}

/** Clicks each bar of a card, expects the table to show the row of the bar, and returns the sorted row numbers. */
async function rowsOfMarks(card: Locator, count: number): Promise<number[]> {
  const numbers: number[] = []
  for (let mark = 0; mark < count; mark++) {
    const bar = card.locator('g.mark-rect path').nth(mark)
    const label = await bar.getAttribute('aria-label')
    await bar.click()
    const status = card.getByRole('status').filter({ hasText: 'The mark draws row' })
    const number = Number(/row (\d+)/.exec((await status.textContent()) ?? '')?.[1])
    numbers.push(number)
    const { day, shop } = ORDERED[number - 1] ?? { day: '', shop: '' }
    expect(label).toContain(shop)
    await expect(card.getByRole('row')).toHaveCount(2)
    await expect(card.getByRole('row').last()).toContainText(day)
    await expect(card.getByRole('row').last()).toContainText(shop)
    await card.getByRole('tab', { name: 'Chart' }).click()
    await expect(card.locator('g.mark-rect path')).toHaveCount(count)
  }
  return numbers.toSorted((a, b) => a - b)
}

async function upload(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.goto('/sources')
  await page.setInputFiles('input[type=file]', { name, mimeType: 'application/octet-stream', buffer })
  await expect(page).toHaveURL(/\/sources\/[0-9a-f-]{36}$/)
}

/** The SQL name of the only table of the data source that is open. */
async function tableName(page: Page): Promise<string> {
  await page.goto('/sources/sql')
  const tables = page.getByRole('region', { name: 'Tables' }).getByRole('button', { expanded: false })
  return (await tables.filter({ hasNotText: 'ledger.' }).first().textContent()) ?? ''
}

async function run(page: Page, sql: string): Promise<Locator> {
  await writeSql(page, sql)
  await page.keyboard.press('Control+Enter')
  const card = page.getByRole('figure', { name: 'Result' })
  await expect(card.getByRole('table')).toBeVisible()
  return card
}

/** The height of each column of bars: the sum of the bars that share a place on the x axis. */
async function heights(card: Locator): Promise<number[]> {
  const boxes = await card.locator('g.mark-rect path').evaluateAll((all) =>
    all.map((path) => {
      const { x, height } = path.getBoundingClientRect()
      return { x: Math.round(x), height }
    }),
  )
  const columns = Map.groupBy(boxes, ({ x }) => x).values()
  return [...columns].map((bars) => Math.round(bars.reduce((sum, { height }) => sum + height, 0)))
}

/** How often each line begins, smallest first. */
async function starts(lines: Locator): Promise<number[]> {
  const paths = await lines.evaluateAll((all) => all.map((path) => path.getAttribute('d') ?? ''))
  return paths.map((path) => path.split('M').length - 1).toSorted((a, b) => a - b)
}

async function saved(page: Page, item: string): Promise<Buffer> {
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: item }).click()
  return readFile(await (await download).path())
}
