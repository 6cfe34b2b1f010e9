import { DuckDBInstance } from '@duckdb/node-api'
import { isReservedWord } from '@parley/domain'
import { expect, test } from 'vitest'

test('the reserved words are those of DuckDB', async () => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const read = await connection.runAndReadAll('SELECT keyword_name, keyword_category FROM duckdb_keywords()')
  connection.closeSync()
  instance.closeSync()
  const words = read.getRowsJson().map(([word, category]) => ({ word: String(word), category }))
  expect(words.length).toBeGreaterThan(100)
  const isReserved = (category: unknown) => category === 'reserved' || category === 'type_function'
  const different = words.filter(({ word, category }) => isReservedWord(word) !== isReserved(category))
  expect(different).toEqual([])
})
