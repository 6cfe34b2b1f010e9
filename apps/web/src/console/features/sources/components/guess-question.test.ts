import { describe, expect, it } from 'vitest'
import { guessQuestion } from './guess-question.ts'

function table(name: string, columns: Record<string, string>, rowCount: number | null = 10) {
  return {
    name,
    description: '',
    row_count: rowCount,
    keys: [],
    columns: Object.entries(columns).map(([column, type]) => ({
      name: column,
      type,
      description: '',
      samples: [],
    })),
  }
}

describe('guessQuestion', () => {
  it('asks for a measure by the column that names the rows', () => {
    const cities = table('german_cities.german_cities', {
      id: 'BIGINT',
      city: 'VARCHAR',
      population: 'BIGINT',
    })
    expect(guessQuestion({ tables: [cities] })).toBe(
      'What is the average population by city in german cities? Show it as a bar chart.',
    )
  })

  it('asks for a development when the table has times', () => {
    const weather = table('w.weather', { date: 'DATE', tempMax: 'DOUBLE', kind: 'VARCHAR' })
    expect(guessQuestion({ tables: [weather] })).toBe(
      'What is the average temp Max by month in weather? Show it as a line chart.',
    )
  })

  it('uses the largest table, and counts rows when it has no measure', () => {
    const small = table('s.small', { name: 'VARCHAR', size: 'INTEGER' }, 1)
    expect(guessQuestion({ tables: [small, table('s.large', { name: 'VARCHAR' }, 100)] })).toBe(
      'How many rows are there in large?',
    )
    expect(guessQuestion({ tables: [] })).toBe('')
  })
})
