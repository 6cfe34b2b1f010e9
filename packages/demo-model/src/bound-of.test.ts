import { describe, expect, test } from 'vitest'
import { type AskedColumn, askFile, column } from './testing/ask-file.ts'

const HOUSES = [
  column('listing_id', 'BIGINT', ['1000', '1119']),
  column('city', 'VARCHAR', ['Porto', 'Lisbon', 'Faro']),
  column('bedrooms', 'BIGINT', ['1', '5']),
  column('area_m2', 'BIGINT', ['40', '199']),
  column('price_eur', 'BIGINT', ['91000', '488000']),
  column('listed_on', 'DATE', ['2024-01-03', '2024-12-28']),
  column('built', 'BIGINT', ['1931', '2022']),
  column('has_garden', 'BOOLEAN', ['true', 'false']),
]
const MARKS = [
  column('name', 'VARCHAR', ['Ada', 'Bo']),
  column('class', 'VARCHAR', ['7A', '8A']),
  column('maths', 'BIGINT', ['40', '99']),
  column('reading', 'BIGINT', ['40', '99']),
]
const TICKETS = [
  column('ticket', 'VARCHAR', ['T-1', 'T-2']),
  column('opened_at', 'TIMESTAMP', ['2025-01-03 10:00:00', '2025-06-28 09:15:00']),
  column('hours_to_resolve', 'DOUBLE', ['0.5', '71.7']),
]

const MATCHES = [
  column('played_on', 'DATE', ['2024-01-03', '2024-12-28']),
  column('home_team', 'VARCHAR', ['Lions', 'Bears']),
  column('home_goals', 'BIGINT', ['0', '4']),
  column('away_goals', 'BIGINT', ['0', '3']),
]
const PATIENTS = [
  column('ward', 'VARCHAR', ['Surgery', 'Oncology']),
  column('age', 'BIGINT', ['1', '94']),
  column('cost', 'BIGINT', ['100', '19000']),
]

const ask = (question: string, name: string, columns: readonly AskedColumn[]) =>
  askFile(question, { name, columns })

const conditionOf = (question: string) => ask(question, 'houses', HOUSES).sql.split(' WHERE ')[1] ?? ''

describe('a bound behind its number', () => {
  test.each([
    ['How many houses have 3 bedrooms or more?', 'bedrooms >= 3'],
    ['How many houses have 3 or more bedrooms?', 'bedrooms >= 3'],
    ['How many houses have 3+ bedrooms?', 'bedrooms >= 3'],
    ['How many houses have 2 bedrooms or fewer?', 'bedrooms <= 2'],
    ['How many houses have 2 or fewer bedrooms in Porto?', "bedrooms <= 2 AND city = 'Porto'"],
    ['How many houses have an area of 100 and above?', 'area_m2 >= 100'],
    ['How many houses are 100 m2 or larger?', 'area_m2 >= 100'],
    ['How many houses have a price of 300000 or less?', 'price_eur <= 300000'],
    ['How many houses have 3 bedrooms or more and a garden?', 'bedrooms >= 3 AND has_garden'],
    ['What is the average price of houses with 4 bedrooms or more?', 'bedrooms >= 4'],
    ['How many houses cost less than 200k?', 'price_eur < 200000'],
    ['How many houses cost 200,000 or more?', 'price_eur >= 200000'],
  ])('of "%s" is not read as equal', (question, condition) => {
    expect(conditionOf(question)).toBe(condition)
  })

  test('is one of the age where it says older', () => {
    const { sql } = ask('How many patients are 80 or older?', 'patients', PATIENTS)
    expect(sql).toBe('SELECT count(*) AS number FROM patients.patients WHERE age >= 80')
  })

  test('belongs to the next number where one follows', () => {
    const { sql } = ask('How many houses have 3 bedrooms and over 100 m2?', 'houses', HOUSES)
    expect(sql).toMatch(/^(?:SELECT count\(\*\) AS number .* WHERE bedrooms = 3 AND area_m2 > 100)?$/)
  })
})

describe('a day or a year that is taken in', () => {
  test.each([
    ['How many houses were listed on or after 1 June 2024?', ">= '2024-06-01'"],
    ['How many houses were listed on or before 31 May 2024?', "<= '2024-05-31'"],
    ['How many houses were listed in June 2024 or later?', ">= '2024-06-01'"],
    ['How many houses were listed in June 2024 or earlier?', "<= '2024-06-30'"],
  ])('of "%s" includes that day', (question, condition) => {
    expect(conditionOf(question)).toBe(`strftime(listed_on, '%Y-%m-%d') ${condition}`)
  })

  const films = [
    column('title', 'VARCHAR', ['Alien', 'Brazil']),
    column('released', 'DATE', ['1979-05-25', '2010-01-01']),
  ]
  test.each([
    ['How many films were released in or after 1990?', 'year(released) >= 1990'],
    ['How many films were released in or before 1990?', 'year(released) <= 1990'],
    ['How many films were released in 1990 or later?', 'year(released) >= 1990'],
    ['How many films were released in 1990 or after?', 'year(released) >= 1990'],
    ['How many films were released in 1990 or earlier?', 'year(released) <= 1990'],
    ['How many films were released after 1990?', 'year(released) >= 1991'],
  ])('of "%s" includes that year', (question, condition) => {
    expect(ask(question, 'films', films).sql).toContain(`WHERE ${condition}`)
  })
})

test.each([
  ['How many houses are in Porto or have a garden?', HOUSES],
  ['How many houses have a price under 300000 or 5 bedrooms?', HOUSES],
  ['How many houses have an area under 60 or over 150?', HOUSES],
  ['How many houses have a price under 100000 or more than 400000?', HOUSES],
  ['How many houses have an area over 150 or more than 4 bedrooms?', HOUSES],
  ['How many matches had more than 4 goals?', MATCHES],
  ['Matches with fewer than 5 goals', MATCHES],
  ['How many matches did the Lions win?', MATCHES],
  ['How many children have at least 90 in maths and reading?', MARKS],
  ['How many children have 90 or more in maths and reading?', MARKS],
])('"%s" has conditions that no plan has, and is declined', (question, columns) => {
  const name = question.match(/houses|children|matches/i)?.[0].toLowerCase() ?? ''
  expect(ask(question, name, columns).sql).toBe('')
})

test('values of one column may be joined by "or" beside another condition', () => {
  const question = 'How many houses in Porto or Faro have a garden?'
  expect(ask(question, 'houses', HOUSES).sql).toContain("has_garden AND city IN ('Porto', 'Faro')")
})

test.each([
  ['How many houses have no garden?', 'NOT has_garden'],
  ['How many houses without a garden are in Porto?', "NOT has_garden AND city = 'Porto'"],
])('"%s" means the value no, and no missing value', (question, condition) => {
  expect(conditionOf(question)).toBe(condition)
})

test.each(['Which hour has the most tickets?', 'At what hour are most tickets opened?'])(
  '"%s" counts rows by the hour, and does not read a column of hours',
  (question) => {
    expect(ask(question, 'tickets', TICKETS).sql).toContain('SELECT hour(opened_at) AS hour, count(*)')
  },
)

test('"at least 90" limits values, and not the number of rows', () => {
  const { sql } = ask('Which children have at least 90 in maths?', 'children', MARKS)
  expect(sql).toContain('WHERE maths >= 90')
  expect(sql).not.toContain('LIMIT 90')
})

test('the cost per patient of a table of patients is an average', () => {
  const { sql } = ask('Which ward is the most expensive per patient?', 'patients', PATIENTS)
  expect(sql).toContain('SELECT ward, round(avg(cost), 3)')
  expect(ask('Cost per patient by ward', 'patients', PATIENTS).sql).toContain('avg(cost)')
})

test('the average number of what a column counts is the average of the column', () => {
  const { sql } = ask('Average number of bedrooms by city', 'houses', HOUSES)
  expect(sql).toContain('SELECT city, round(avg(bedrooms), 3)')
})
