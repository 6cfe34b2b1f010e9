import { type Column, isYesNo, type Table } from './catalog.ts'
import type { Filter } from './plan.ts'
import { contentTokens, type Question, type Token } from './read-question.ts'
import { likeness } from './words.ts'

/** Words for the opposite of the name of a boolean column. */
const OPPOSITES: readonly (readonly [RegExp, string])[] = [[/^fail(?:s|ed|ing|ure|ures)?$/, 'success']]

/**
 * Finds conditions on columns that say yes or no, booleans or texts, and marks their words as used: "active", "inactive",
 * "not active", "work remotely".
 */
export function findFlags({ tokens }: Question, table: Table): Filter[] {
  const flags = table.columns.filter(isFlag)
  return contentTokens(tokens).flatMap((token): Filter[] => {
    const opposite = OPPOSITES.find(([pattern]) => pattern.test(token.word))?.[1]
    const positive = opposite ?? token.stem.replace(/^(?:in|un|non)-?(?=\p{L}{4})/u, '')
    const meant = (word: string) => flags.find(({ stems }) => stems.some((own) => isFlagWord(own, word)))
    const column = meant(token.stem) ?? meant(positive)
    if (column === undefined || isGroup(tokens, tokens.indexOf(token))) return []
    token.use = 'filter'
    const not = negationOf(tokens, tokens.indexOf(token))
    if (not !== undefined) not.use = 'filter'
    return [toFilter(column, (meant(token.stem) !== undefined) !== (not !== undefined))]
  })
}

/** Whether a column says yes or no. */
export function isFlag(column: Column): boolean {
  return column.kind === 'boolean' || wordsOf(column) !== null
}

function isFlagWord(own: string, word: string): boolean {
  return (
    likeness(own, word) >= 0.9 ||
    word === `${own}ly` ||
    (own === 'success' && /^(?:succeed(?:ed)?|successful)$/.test(word))
  )
}

/** The "not" of "not remote" and "do not work remotely", the "no" of "no garden", the "without" of "without a garden". */
function negationOf(tokens: readonly Token[], at: number): Token | undefined {
  const isVerb = /^(?:work|works|worked|be|been|yet|currently)$/.test(tokens[at - 1]?.word ?? '')
  const isArticle = /^(?:an?|any)$/.test(tokens[at - 1]?.word ?? '')
  const before = tokens[isVerb || isArticle ? at - 2 : at - 1]
  const isNot = /^(?:not?|without)$/.test(before?.word ?? '') && !(isArticle && before?.word === 'no')
  return isNot ? before : undefined
}

function toFilter(column: Column, isTrue: boolean): Filter {
  const words = wordsOf(column)
  return words === null
    ? { kind: 'flag', column, isTrue }
    : { kind: 'in', column, values: [isTrue ? words.yes : words.no] }
}

/** How a column of texts writes yes and no; null where it holds other texts, or one of the two alone. */
function wordsOf(column: Column): { readonly yes: string; readonly no: string } | null {
  if (column.kind !== 'text' || !isYesNo(column) || column.samples.length !== 2) return null
  const yes = column.samples.find((value) => /^(?:yes|true|[yjt1])$/i.test(value))
  const no = column.samples.find((value) => /^(?:no|false|[nf0])$/i.test(value))
  return yes === undefined || no === undefined ? null : { yes, no }
}

/** Whether a word follows "by", or is the second of two words that do: "by kind and active". */
function isGroup(tokens: readonly Token[], at: number): boolean {
  const words = tokens.slice(Math.max(0, at - 3), at).map(({ word }) => word)
  return (
    /^(?:by|per)$/.test(words.at(-1) ?? '') ||
    (words.at(-1) === 'and' && words.some((word) => /^(?:by|per)$/.test(word)))
  )
}
