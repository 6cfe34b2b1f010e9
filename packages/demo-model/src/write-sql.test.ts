import { describe, expect, test } from 'vitest'
import { play } from './testing/play-tools.ts'

const write = (question: string, dialect: string) =>
  play(question, { dialect, runSql: () => 'not run' }).sql[0]

describe('other engines', () => {
  const question = 'What was the average maximum temperature in Seattle by month?'

  test.each([
    ['duckdb', "strftime(date, '%B') AS month", 'month(date)'],
    ['postgres', "to_char(date, 'FMMonth') AS month", 'extract(month FROM date)'],
    ['mysql', 'monthname(date) AS month', 'month(date)'],
    ['clickhouse', "formatDateTime(date, '%M') AS month", 'toMonth(date)'],
    ['trino', "date_format(date, '%M') AS month", 'month(date)'],
    ['sqlite', "strftime('%m', date) AS month", "CAST(strftime('%m', date) AS INTEGER)"],
  ])('%s', (dialect, month, order) => {
    const sql = write(question, dialect)
    expect(sql).toContain(month)
    expect(sql).toContain(`ORDER BY ${order}`)
  })

  test('names are quoted where an engine needs it, in its own way', () => {
    expect(write('How many movies per genre?', 'duckdb')).toContain('"Major Genre"')
    expect(write('How many movies per genre?', 'mysql')).toContain('`Major Genre`')
  })

  test('declines the median on an engine that has none', () => {
    expect(write('Median horsepower by origin', 'duckdb')).toContain('median("Horsepower")')
    const { answer, sql } = play('Median horsepower by origin', { dialect: 'sqlite' })
    expect(sql).toEqual([])
    expect(answer).toContain('My rules have no use for "Median"')
  })
})

describe('exactly one SELECT', () => {
  test.each([
    'How many cars are there?',
    'Which 5 movies earned most worldwide?',
    'Show the distribution of horsepower',
    'Is there a relationship between horsepower and weight?',
    'What percentage of cars are from Europe?',
  ])('%s', (question) => {
    expect(write(question, 'duckdb')).toMatch(/^(?:SELECT|WITH) [^;]*$/)
  })
})
