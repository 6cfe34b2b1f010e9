import { expect, test } from 'vitest'
import { play } from './testing/play-tools.ts'

const TERM = {
  term: 'gas guzzler',
  synonym: 'thirsty car',
  condition: '"Miles_per_Gallon" < 15',
  table: 'cars.cars',
}
const METRIC = { metric: 'metric.fuel_use', columns: ['origin', 'cylinders', 'fuel_use'], unit: 'mpg' }
const VERIFIED = {
  question: 'How many cars are old?',
  statement: 'SELECT 7 AS old_cars',
  is_same: true,
  verified_at: '2026-11-20',
}
const rows =
  (...given: object[]) =>
  () =>
    JSON.stringify({ rows: given, row_count: given.length, step: 2 })

test.each([
  [
    'How many gas guzzlers are there?',
    'SELECT count(*) AS rows_found FROM cars.cars WHERE "Miles_per_Gallon" < 15',
  ],
  [
    'How many thirsty cars are there?',
    'SELECT count(*) AS rows_found FROM cars.cars WHERE "Miles_per_Gallon" < 15',
  ],
])('counts a term by its definition in "%s"', (question, sql) => {
  const played = play(question, { found: { definitions: [TERM] }, runSql: rows({ rows_found: 53 }) })
  expect(played.sql).toEqual([sql])
  expect(played.answer).toBe('By your definition of gas guzzler, it is **53**.')
})

test('counts a term among the rows with one value, as the data spell it', () => {
  const value = (asked: string, column = 'cars.cars.Origin') => ({ asked, stored: 'Japan', column })
  const ask = (question: string, values: object[]) =>
    play(question, { found: { definitions: [TERM], values }, runSql: rows({ rows_found: 3 }) })
  const same = ask('How many gas guzzlers are from Japan?', [
    value('Japan', 'makers.makers.country'),
    value('Japan'),
  ])
  expect(same.sql).toEqual([
    `SELECT count(*) AS rows_found FROM cars.cars WHERE ("Miles_per_Gallon" < 15) AND "Origin" = 'Japan'`,
  ])
  expect(same.answer).toBe('By your definition of gas guzzler for Japan, it is **3**.')
  const other = ask('How many gas guzzlers are from Nippon?', [value('Nippon')])
  expect(other.sql).toEqual(same.sql)
  expect(other.answer).toMatch(/^I read "Nippon" as "Japan", as the data spell it\./)
  const ofMysql = play('How many gas guzzlers are from Japan?', {
    dialect: 'mysql',
    found: { definitions: [TERM], values: [value('Japan')] },
    runSql: rows({ rows_found: 3 }),
  })
  expect(ofMysql.sql.join()).toContain("AND `Origin` = 'Japan'")
  const twice = [value('Japan'), value('Japan', 'cars.cars.Name')]
  for (const values of [
    twice,
    [value('Japan', 'cars.cars."Made in"')],
    [value('Japan', 'makers.makers.country')],
  ])
    expect(ask('How many gas guzzlers are from Japan?', values).sql.join()).not.toContain('< 15')
})

test('computes a metric by the dimensions that the question names', () => {
  const found = { definitions: [METRIC] }
  const whole = play('What is the fuel use?', { found, runSql: rows({ fuel_use: 23.5 }) })
  expect(whole.sql).toEqual(['SELECT fuel_use FROM metric.fuel_use'])
  expect(whole.answer).toBe('By your definition of fuel_use, it is **23.5 mpg**.')
  const runSql = rows({ origin: 'Japan', fuel_use: 30.5 }, { origin: 'USA', fuel_use: 20.1 })
  const grouped = play('What is the fuel use by origin?', { found, runSql })
  expect(grouped.sql).toEqual(['SELECT origin, fuel_use FROM metric.fuel_use ORDER BY 2 DESC'])
  expect(grouped.answer).toContain('By your definition of fuel_use, in mpg:')
  expect(grouped.answer).toContain('| Japan | 30.5 |')
})

test.each([
  'What is the total fuel use?',
  'What is the median fuel use by origin?',
  'What is the highest fuel use?',
  'What is the fuel use of different cylinders?',
  'What is the fuel use above cylinders?',
])('does not take a metric for the figure that "%s" wants', (question) => {
  const metric = { ...METRIC, computed_as: 'avg(mpg) of cars.cars' }
  const played = play(question, { found: { definitions: [metric] }, runSql: rows({ fuel_use: 23.5 }) })
  expect(played.sql.filter((sql) => sql.includes('metric.'))).toEqual([])
})

test('takes a metric for the average that its expression computes', () => {
  const metric = { ...METRIC, computed_as: 'avg(mpg) of cars.cars' }
  const question = 'What is the average fuel use?'
  const played = play(question, { found: { definitions: [metric] }, runSql: rows({ fuel_use: 23.5 }) })
  expect(played.sql).toEqual(['SELECT fuel_use FROM metric.fuel_use'])
})

test('filters a metric by a value of its dimension, as the data spell it', () => {
  const metric = { ...METRIC, computed_as: 'avg(mpg) of cars.cars' }
  const value = (asked: string, column = 'cars.cars.origin') => ({ asked, stored: 'Japan', column })
  const ask = (question: string, values: object[]) =>
    play(question, { found: { definitions: [metric], values }, runSql: rows({ fuel_use: 30.5 }) })
  const same = ask('What is the fuel use in Japan?', [
    value('Japan', 'makers.makers.country'),
    value('Japan'),
  ])
  expect(same.sql).toEqual(["SELECT fuel_use FROM metric.fuel_use WHERE origin = 'Japan'"])
  expect(same.answer).toBe('By your definition of fuel_use for Japan, it is **30.5 mpg**.')
  const other = ask('What is the fuel use in Nippon?', [value('Nippon')])
  expect(other.sql).toEqual(same.sql)
  expect(other.answer).toBe(
    'I read "Nippon" as "Japan", as the data spell it.\n\nBy your definition of fuel_use for Japan, it is **30.5 mpg**.',
  )
  for (const values of [[value('Japan', 'makers.makers.country')], [value('Japan', 'cars.cars.Name')], []])
    expect(ask('What is the fuel use in Japan?', values).sql.join()).not.toContain('metric.')
})

test('runs a verified question as it was verified, and says when that was', () => {
  const played = play('How many cars are old?', {
    found: { definitions: [VERIFIED] },
    runSql: rows({ old_cars: 7 }),
  })
  expect(played.sql).toEqual([VERIFIED.statement])
  expect(played.answer).toBe('As you verified it on 2026-11-20, it is **7**.')
})

test.each([
  'How many gas guzzlers are from Japan?',
  'What is the average weight of gas guzzlers?',
  'What is the fuel use by origin in 1975?',
  'How did the fuel use develop?',
])('takes no definition that does not cover the whole of "%s"', (question) => {
  const played = play(question, { found: { definitions: [TERM, METRIC] } })
  expect(played.sql.join()).not.toMatch(/metric\.|< 15/)
})

test('says what the engine says of a definition that does not run', () => {
  const found = { definitions: [TERM] }
  const played = play('How many gas guzzlers are there?', { found, runSql: () => 'No such column.' })
  expect(played.answer).toBe('Your definition did not work. The engine says: No such column.')
})

test('reads a word that the data spell otherwise as their value, and says so', () => {
  const values = [{ asked: 'Nippon', stored: 'Japan', column: 'cars.cars.Origin' }]
  const before = play('How many cars are from Nippon?')
  expect(before.answer).not.toContain('79')
  const { answer, sql } = play('How many cars are from Nippon?', { found: { values } })
  expect(sql.join()).toContain("'Japan'")
  expect(answer).toMatch(/^I read "Nippon" as "Japan", as the data spell it\./)
  expect(answer).toContain('is 79')
  // A question that uses all its words already is not read otherwise.
  const other = play('How many cars are from Europe?', {
    found: { values: [{ ...values[0], asked: 'Europe' }] },
  })
  expect(other.sql.join()).toContain("'Europe'")
})

test('says how the data spell a name that no row holds', () => {
  const values = [{ asked: 'Landrover', stored: 'Land Rover', column: 'makers.makers.name' }]
  const { answer } = play('How many cars are from Landrover?', {
    found: { values },
    runSql: rows({ number: 0 }),
  })
  expect(answer).toMatch(/^I found no rows for "Landrover"/)
  expect(answer).toMatch(/ The data spell it "Land Rover" \(makers\.makers\.name\)\.$/)
})

test('reads a value of several words in small letters, which the data spell so', () => {
  const question = 'How many cars are from the united kingdom?'
  const values = [{ asked: 'united kingdom', stored: 'United Kingdom', column: 'cars.cars.Origin' }]
  expect(play(question).sql).toEqual([])
  expect(play(question, { found: { values } }).sql.join()).toContain("= 'united kingdom'")
})

test('words that are a value only by chance stay words', () => {
  const question = 'What is the average weight of the cars from Japan?'
  const values = [{ asked: 'the cars', stored: 'The Cars', column: 'bands.bands.name' }]
  expect(play(question, { found: { values } }).sql).toEqual(play(question).sql)
  expect(play(question).sql).toHaveLength(1)
})

test('says that other spellings of a name are not known while values are being indexed', () => {
  const ask = (question: string, found: object) =>
    play(question, { found, runSql: rows({ number: 0 }) }).answer
  const pending = { values_pending: 'The values are being indexed.' }
  expect(ask('How many cars are from Landrover?', pending)).toMatch(/^The values of the data are still being/)
  expect(ask('How many cars are from Landrover?', {})).toMatch(/^I found no rows for "Landrover"/)
  expect(ask('How many cars are there?', pending)).not.toContain('still being')
})
