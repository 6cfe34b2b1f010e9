import { glob } from 'node:fs/promises'
import path from 'node:path'

const CONSOLE = path.join(import.meta.dirname, '../../apps/web/src/console')

let patterns: Promise<readonly RegExp[]> | undefined

/** Patterns of all texts of the console in English that hold a word, except those that are the same in every language. */
export function englishTexts(): Promise<readonly RegExp[]> {
  patterns ??= readPatterns()
  return patterns
}

async function readPatterns(): Promise<readonly RegExp[]> {
  const texts: string[] = []
  for await (const file of glob('**/*texts.ts', { cwd: CONSOLE })) {
    const english: object = await import(path.join(CONSOLE, file))
    const chinese: object = await import(path.join(CONSOLE, file.replace(/texts\.ts$/, 'texts.zh-hans.ts')))
    for (const [name, group] of Object.entries(english))
      texts.push(...differing(group, Reflect.get(chinese, name.replace(/_TEXTS$/, '_ZH_HANS'))))
  }
  return [...new Set(texts)]
    .filter((text) => !OF_DATA.has(text) && !SUGGESTED.test(text) && isTelling(text))
    .map((text) => new RegExp(`^${text.split(SLOT).map(escaped).join('.+')}$`))
}

/** Texts that are also a value of the sample data. */
const OF_DATA = new Set(['May', 'Seattle weather'])
/** The service, too, suggests questions in such sentences, and the demo model reads no other language. */
const SUGGESTED = /^(What is the average|How many rows are there) /

/** Words between values, such as "to", stand in many sentences. */
function isTelling(text: string): boolean {
  const letters = text.replaceAll(/[^A-Za-z]/g, '').length
  return letters >= (text.includes(SLOT) ? 6 : 2)
}

/** Stands in a text for what a function puts into it. */
const SLOT = '\u0000'

function differing(english: unknown, chinese: unknown): string[] {
  if (typeof english === 'string') return english === chinese ? [] : [english]
  if (typeof english === 'function') {
    const same = typeof chinese === 'function' ? written(chinese) : []
    return written(english).filter((text) => !same.includes(text))
  }
  if (typeof english !== 'object' || english === null) return []
  return Object.entries(english).flatMap(([name, text]) =>
    differing(text, Reflect.get(Object(chinese), name)),
  )
}

/** The text of a function around what it puts in; nothing for the few functions that take lists. */
// biome-ignore lint/complexity/noBannedTypes: The parameters of a text are unknown here.
function written(text: Function): string[] {
  try {
    const result: unknown = text(...Array(text.length).fill(SLOT))
    // A number that is formatted is no text.
    return typeof result === 'string' ? [result.replaceAll('NaN', SLOT)] : []
  } catch {
    return []
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
