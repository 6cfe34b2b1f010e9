import { readFile } from 'node:fs/promises'
import { signIn } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'
import { writeSql } from './journey/write-sql.ts'

const ROWS = 25_000
/** Values that a file with commas and quotes can lose; null is an empty field. */
const NOTES = [null, 'say "hi", ok', 'two\nlines', 'Žluťoučký 🐎 語', '0012'] as const

test('saving as CSV saves every row of a result with its exact values', async ({ page }) => {
  await signIn(page, '/sources')
  const lines = Array.from({ length: ROWS }, (_, id) =>
    JSON.stringify({ id, note: NOTES[id % NOTES.length], big: '9007199254740993' }),
  )
  await page.setInputFiles('input[type=file]', {
    name: 'notes.ndjson',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(lines.join('\n')),
  })
  await expect(page).toHaveURL(/\/sources\/[0-9a-f-]{36}$/)
  await page.goto('/sources')
  await page.getByRole('link', { name: 'Write SQL' }).click()
  await writeSql(page, "SELECT id, note, '' AS empty, big FROM notes ORDER BY id")
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^First [\d,]+ of 25,000 rows$/)).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Result.csv')
  const [header, ...rows] = parseCsv(await readFile(await download.path(), 'utf8'))
  expect(header).toEqual(['id', 'note', 'empty', 'big'])
  const expected = Array.from({ length: ROWS }, (_, id) => [
    String(id),
    NOTES[id % NOTES.length],
    '',
    '9007199254740993',
  ])
  expect(rows).toEqual(expected)

  await writeSql(
    page,
    "SELECT CAST(CASE WHEN i = 900000 THEN 'x' ELSE '1' END AS INT) AS n FROM range(1000000) t(i)",
  )
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/Could not convert string 'x' to INT32/)).toBeVisible()
})

/** The fields of a CSV file (RFC 4180). An empty field without quotes is null. */
function parseCsv(text: string): (string | null)[][] {
  const rows: (string | null)[][] = [[]]
  for (const [, quoted, bare = '', end = ''] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g,
  )) {
    if (quoted === undefined && bare === '' && end === '' && rows.at(-1)?.length === 0) break
    rows.at(-1)?.push(quoted === undefined ? bare || null : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.filter((row) => row.length > 0)
}
