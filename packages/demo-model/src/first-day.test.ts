import { expect, test } from 'vitest'
import { play } from './testing/play-tools.ts'

const column = (name: string, type: string, samples: readonly string[], description = '') => ({
  name,
  type,
  samples,
  description,
})

type Sheet = { readonly rowCount: number; readonly columns: readonly object[] }

const SURVEY: Sheet = {
  rowCount: 150,
  columns: [
    column('respondent', 'BIGINT', ['1', '150']),
    column('age', 'BIGINT', ['18', '75']),
    column('country', 'VARCHAR', ['Germany', 'Italy']),
    column('satisfaction', 'BIGINT', ['1', '5']),
    column('would_recommend', 'BOOLEAN', ['true', 'false']),
  ],
}

/** Asks about one uploaded file. The engine returns one row. */
function ask(question: string, name: string, { rowCount, columns }: Sheet, row: object = { number: 7 }) {
  const table = { source: name, table: `${name}.${name}`, dialect: 'duckdb', row_count: rowCount, columns }
  const runSql = () => JSON.stringify({ row_count: 1, rows: [row], step: 2 })
  const { sql, answer } = play(question, { found: { data: [table] }, runSql })
  return { sql: sql.join(), answer }
}

const DECLINED = /^(?:My rules do not understand|I cannot answer|None of the connected tables)/

test('a column that numbers the rows is no figure that conditions compare', () => {
  const older = ask('How many respondents are older than 50?', 'survey', SURVEY)
  expect(older.sql).toBe('SELECT count(*) AS number FROM survey.survey WHERE age > 50')
  const open = ask('How many respondents under 30 would recommend us?', 'survey', SURVEY)
  expect(open.sql).toBe('')
  expect(open.answer).toMatch(DECLINED)
})
