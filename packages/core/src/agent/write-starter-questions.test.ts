import type { SourceColumn, SourceTable } from '@parley/domain'
import { expect, test } from 'vitest'
import { writeStarterQuestions } from './write-starter-questions.ts'

const column = (name: string, type: string, samples: readonly string[] = []): SourceColumn => ({
  name,
  type,
  description: '',
  samples,
})

function table(name: string, columns: readonly SourceColumn[], rowCount: number | null = 100): SourceTable {
  return { name, description: '', rowCount, columns }
}

const source = (id: string, ...tables: readonly SourceTable[]) => ({ id, kind: 'file' as const, tables })

const CITIES = table('cities', [
  column('city', 'VARCHAR', ['Oslo', 'Bergen', 'Narvik']),
  column('founded', 'DATE', ['1048-01-01', '1902-01-01']),
  column('house_price', 'DOUBLE', ['1', '9']),
])

test('asks for a development, a comparison, the first in a ranking and a count', () => {
  expect(writeStarterQuestions([source('1', CITIES)]).map(({ question }) => question)).toEqual([
    'What is the average house price by year in cities? Show it as a line chart.',
    'What is the average house price by city in cities? Show it as a bar chart.',
    'Which city has the highest average house price in cities?',
    'How many rows are there by city in cities?',
  ])
})

test('follows no time where rows have two dates, and no figure that only numbers the rows', () => {
  const banks = table('banks', [
    column('closed', 'DATE', ['2001-01-01', '2012-01-01']),
    column('updated', 'DATE', ['2003-01-01', '2013-01-01']),
    column('serial', 'BIGINT', ['1', '90']),
    column('deposits', 'DOUBLE', ['1', '9']),
    column('state', 'VARCHAR', ['CA', 'GA', 'IL']),
  ])
  const asked = writeStarterQuestions([source('1', banks)]).map(({ question }) => question)
  expect(asked).toContain('What is the average deposits by state in banks? Show it as a bar chart.')
  expect(asked.join()).not.toMatch(/by year|serial/)
})

test('asks about every data source before it asks about one of them again', () => {
  const asked = writeStarterQuestions([source('1', CITIES), source('2', CITIES), source('3', CITIES)])
  expect(asked.map(({ dataSourceId }) => dataSourceId)).toEqual(['1', '2', '3', '1'])
})

test('asks only for the rows when no column has a plain name or a meaning', () => {
  const odd = table('log', [
    column('id', 'BIGINT', ['1', '9']),
    column('count', 'BIGINT', ['1', '9']),
    column('Größe / m²', 'DOUBLE', ['1', '9']),
    column('text', 'VARCHAR', ['a', 'b', 'c', 'd', 'e', 'f']),
  ])
  expect(writeStarterQuestions([source('1', odd)])).toEqual([
    { question: 'How many rows are there in log?', dataSourceId: '1' },
  ])
})

test('compares no groups by a column in which each row has its own value', () => {
  const staff = table('staff', [
    column('name', 'VARCHAR', ['Ada', 'Ben', 'Cleo']),
    column('office', 'VARCHAR', ['Oslo', 'Bergen']),
    column('salary', 'BIGINT', ['1', '9']),
  ])
  const asked = writeStarterQuestions([source('1', { ...staff, rowCount: 3 })])
  expect(asked.map(({ question }) => question)).toContain('How many rows are there by office in staff?')
  expect(JSON.stringify(asked)).not.toContain('by name')
})

test('asks nothing without tables, and nothing about an empty table', () => {
  expect(writeStarterQuestions([])).toEqual([])
  expect(writeStarterQuestions([source('1'), source('2', table('none', CITIES.columns, 0))])).toEqual([])
})
