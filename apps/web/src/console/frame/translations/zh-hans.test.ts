import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { setDocumentLanguage } from '#web/language/page-language.ts'
import { ZH_HANS } from './zh-hans.ts'

const CONSOLE = join(import.meta.dirname, '../..')
/** Values whose two digits survive every format, such as the rounding of a price. */
const NUMBERS = [4700, 2900, 8300]

/** Texts that are the same in Chinese: names, formats, what a person types, and the questions of the demo model. */
const SAME = [
  /^(Parley|OpenAI|Anthropic|Gemini|DeepSeek|PostgreSQL|MySQL|SQLite|ClickHouse|Trino|HTTP API)$/,
  /^(SQL|CSV|Parquet|Excel|SELECT …|Enter|Shift \+ Enter|Esc|\?|Webhooks|Tokens)$/,
  /^(postgresql:\/\/.*|persona_id .*|\/[a-z]+)$/,
  /^(What was the average maximum temperature|Which active validator) /,
  // Months by one letter, and functions that return only the values that they receive.
  /^([A-Z]|[^A-RT-Za-z]*)$/,
]

/** A text as the console reads it, in the language of the page at that time, and its translation. */
type Leaf = { readonly path: string; readonly read: () => unknown; readonly chinese: unknown }

const leaves = await readLeaves()
afterEach(() => setDocumentLanguage(null))

test('every text of the console is read in Chinese on a page in Chinese', () => {
  expect(leaves.length).toBeGreaterThan(1000)
  setDocumentLanguage({ language: 'zh-Hans', locale: 'zh-CN', translation: ZH_HANS })
  for (const { path, read, chinese } of leaves) expect(read(), path).toBe(chinese)
})

test('every Chinese text is Chinese, or a name that is the same in English', () => {
  const left = leaves.flatMap(({ path, read, chinese }) =>
    [1, undefined].flatMap((number) => {
      const [inEnglish, inChinese] = write([read(), chinese], number)
      const isSame = SAME.some((same) => same.test(inEnglish))
      return isSame || /\p{Script=Han}/u.test(inChinese) ? [] : [`${path}: ${inChinese}`]
    }),
  )
  expect(left).toEqual([])
})

test('every Chinese text holds the values that the English one holds', () => {
  for (const { path, read, chinese } of leaves) {
    const [inEnglish, inChinese] = write([read(), chinese])
    expect(valuesIn(inChinese), path).toEqual(valuesIn(inEnglish))
  }
})

async function readLeaves(): Promise<Leaf[]> {
  const found: Leaf[] = []
  for await (const file of glob('**/*texts.ts', { cwd: CONSOLE })) {
    const english: object = await import(join(CONSOLE, file))
    const chinese: object = await import(join(CONSOLE, file.replace(/texts\.ts$/, 'texts.zh-hans.ts')))
    for (const name of Object.keys(english)) {
      const translated = fieldOf(chinese, name.replace(/_TEXTS$/, '_ZH_HANS'))
      found.push(
        ...leavesOf({ path: `${file} ${name}`, read: () => fieldOf(english, name), chinese: translated }),
      )
    }
  }
  return found
}

function leavesOf(group: Leaf): Leaf[] {
  const { path, read, chinese } = group
  const texts = read()
  if (typeof texts !== 'object' || texts === null) return [group]
  return Object.keys(texts).flatMap((key) =>
    leavesOf({
      path: `${path}.${key}`,
      read: () => fieldOf(read(), key),
      chinese: fieldOf(chinese, key),
    }),
  )
}

function fieldOf(group: unknown, name: string): unknown {
  return Reflect.get(Object(group), name)
}

/** Both texts with the same values. Tries for each parameter whether it takes a number, a text or a list. */
function write([english, chinese]: readonly [unknown, unknown], number?: number): [string, string] {
  if (typeof english !== 'function' || typeof chinese !== 'function')
    return [String(english), String(chinese)]
  for (const values of valuesFor(english.length, number)) {
    try {
      return [String(english(...values)), String(chinese(...values))]
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
  }
  throw new Error(`No values fit ${english}`)
}

function valuesFor(count: number, number?: number): unknown[][] {
  if (count === 0) return [[]]
  const last = number ?? NUMBERS[count - 1]
  return valuesFor(count - 1, number).flatMap((before) =>
    [last, `S${last}`, [last], [`S${last}`]].map((value) => [...before, value]),
  )
}

/** The values that were put into a text. */
function valuesIn(text: string): string[] {
  const numbers = text.replaceAll(/(?<=\d),(?=\d)/g, '')
  return NUMBERS.map(String).filter((number) => numbers.includes(number))
}
