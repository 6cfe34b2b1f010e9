import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { isStopWord } from '../metadata/question-words.ts'
import type { ColumnValues } from './collect-values.ts'
import { leanPostings } from './posting-bucket.ts'
import { PostingRuns } from './posting-runs.ts'
import { foldWords, gramKey, gramsOf, holdsKey, keysOf } from './spellings.ts'
import { BLOCK, MOST_HOLDING, packHeld, SCHEMA, WORD_INDEX } from './value-index.ts'

/** Different words whose misspellings are found. Further words are found as they are. */
const MOST_SPELLED = 2_000_000

/** Writes an index of values, column by column. */
type ValueWriter = {
  readonly add: (column: ColumnValues) => void
  /** Writes what was collected. Nothing can be added afterwards. */
  readonly finish: () => void
}

/** Begins an index in a new file. Files for work in progress have its path and an ending. */
export function writeValues(path: string): ValueWriter {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
  database.exec(SCHEMA)
  database.exec('BEGIN')
  const insertColumn = database.prepare('INSERT INTO columns VALUES (?, ?)')
  const texts = blockWriter(database.prepare('INSERT INTO texts VALUES (?, ?)'))
  const keys = new PostingRuns(`${path}.keys`)
  const grams = new PostingRuns(`${path}.grams`)
  const spelled = new Set<string>()
  let id = 0
  return {
    add({ column, values }) {
      const first = id
      for (const text of values) {
        const words = foldWords(text)
        if (words.length === 0) continue
        texts.add(text)
        const counted = words.filter(({ word }) => !isStopWord(word)).length
        const held = packHeld({ id: id++, words: Math.max(1, counted) })
        for (const key of keysOf(words)) keys.add(key, held)
        for (const { word, stem } of words) {
          keys.add(holdsKey(stem), held)
          if (spelled.size < MOST_SPELLED) spelled.add(word)
        }
      }
      if (id > first) insertColumn.run(first, column)
    },
    finish() {
      texts.finish()
      writePostings(database.prepare('INSERT INTO keys VALUES (?, ?)'), keys, MOST_HOLDING)
      keys.close()
      writeWords(database.prepare('INSERT INTO words VALUES (?, ?)'), spelled, grams)
      database.exec(WORD_INDEX)
      writePostings(database.prepare('INSERT INTO grams VALUES (?, ?)'), grams, MOST_SPELLED)
      grams.close()
      database.exec('COMMIT')
      database.close()
    },
  }
}

function writePostings(insert: StatementSync, runs: PostingRuns, most: number): void {
  for (const { bucket, postings } of runs.sorted()) {
    const lean = leanPostings(postings, most)
    insert.run(bucket, new Uint8Array(lean.buffer, lean.byteOffset, lean.byteLength))
  }
}

/** Writes the words in order, and collects their runs of three letters. Numbers have no misspellings. */
function writeWords(insert: StatementSync, spelled: ReadonlySet<string>, grams: PostingRuns): void {
  for (const [number, word] of [...spelled].sort().entries()) {
    insert.run(number, word)
    if (/^\d/.test(word)) continue
    for (const gram of gramsOf(word)) grams.add(gramKey(gram, word.length), number)
  }
}

function blockWriter(insert: StatementSync) {
  let block = 0
  let texts: string[] = []
  const write = () => {
    if (texts.length > 0) insert.run(block++, JSON.stringify(texts))
    texts = []
  }
  return {
    add(text: string): void {
      texts.push(text)
      if (texts.length === BLOCK) write()
    },
    finish: write,
  }
}
