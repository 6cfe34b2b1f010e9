import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isStopWord } from '../metadata/question-words.ts'
import type { ColumnValues } from './collect-values.ts'
import { foldWords, gramsOf, keysOf } from './spellings.ts'

const SCHEMA = `
  CREATE TABLE columns (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE stored (id INTEGER PRIMARY KEY, place INTEGER NOT NULL, text TEXT NOT NULL, words INTEGER NOT NULL);
  CREATE TABLE keys (key TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (key, id)) WITHOUT ROWID;
  CREATE TABLE words (word TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (word, id)) WITHOUT ROWID;
  CREATE TABLE spelled (word TEXT PRIMARY KEY, stem TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE grams (gram TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (gram, word)) WITHOUT ROWID;
`
/** Building yields to the event loop after this many milliseconds. */
const TURN_MS = 8

/** Writes the index of values into an empty database. */
export async function buildValues(
  database: DatabaseSync,
  columns: AsyncIterable<ColumnValues>,
): Promise<void> {
  // Entries come in the order of the data. A small cache would write the same pages again and again.
  database.exec('PRAGMA cache_size = -131072')
  database.exec(SCHEMA)
  database.exec('BEGIN')
  const insert = {
    column: database.prepare('INSERT INTO columns VALUES (?, ?)'),
    stored: database.prepare('INSERT INTO stored VALUES (?, ?, ?, ?)'),
    key: database.prepare('INSERT OR IGNORE INTO keys VALUES (?, ?)'),
    word: database.prepare('INSERT OR IGNORE INTO words VALUES (?, ?)'),
    spelled: database.prepare('INSERT OR IGNORE INTO spelled VALUES (?, ?)'),
    gram: database.prepare('INSERT OR IGNORE INTO grams VALUES (?, ?)'),
  }
  let place = 0
  let id = 0
  let turnEnds = performance.now() + TURN_MS
  for await (const { column, values } of columns) {
    insert.column.run(++place, column)
    for (const text of values) {
      const words = foldWords(text)
      if (words.length === 0) continue
      const telling = words.filter(({ word }) => !isStopWord(word)).length
      insert.stored.run(++id, place, text, Math.max(1, telling))
      for (const key of keysOf(words)) insert.key.run(key, id)
      for (const { word, stem } of words) {
        insert.word.run(stem, id)
        const isNew = insert.spelled.run(word, stem).changes === 1
        if (isNew) for (const gram of gramsOf(word)) insert.gram.run(gram, word)
      }
      if (performance.now() < turnEnds) continue
      await nextTurn()
      turnEnds = performance.now() + TURN_MS
    }
  }
  database.exec('COMMIT')
}
