import type { Scopes, TextScope } from './find-scopes.ts'
import type { MatchedCell } from './match-cells.ts'
import type { WrittenNumber } from './read-numbers.ts'
import type { TableColumn } from './result-table.ts'
import { isUnit } from './units.ts'
import { fold, isSameWord } from './words-of.ts'

const MOST_BEFORE = 90
/** Columns that name rows. Their values stand in sentences about every other column. */
const KEY = /^(?:id|key|no|nr|number|code|year|month|quarter|week|day|rank)$/
/** Words of a head that say nothing about which column it is. */
const FILLERS: ReadonlySet<string> = new Set(['of', 'the', 'in', 'total', 'number', 'count'])

/** A name as the subject of a sentence: "the profit in 2023 was". The first group is what stands in front of it. */
const SUBJECT =
  /^(.*?)(\p{L}+)(?:\s+(?:in|for|of|on|im|für|von|en|de|du|pour|para)\s+(?:(?!(?:and|und|et|y)\s)[^\s,;:.()]{1,20}\s+){1,3}|\s+)(?:was|is|were|are|war|waren|ist|sind|betrug|beträgt|est|était|es|fue)\s+[€$£]?\s?$/isu
/** Words in front of a name that make it a part of another figure: "the growth of revenue". */
const PART =
  /(?:\b(?:of|in|by|for|per|with|to|from|von|an|de|du|des|del|en|average|mean|median|avg|share|no|other|durchschnittliche[rn]?|mittlere[rn]?)|d['’])(?:\s+(?:the|its|our|all|der|dem|den|die|das|la|le|les|los|las|el|l['’]))?\s*$/i
const AFTER =
  /^\s+(\p{L}+)\s*(?:$|[.,;:!?)|\n]|(?:in|and|for|from|on|with|while|but|than|und|mit|im|et|avec|y|en|con|at|by|during)\b)/iu

/**
 * Whether the words directly at a number name another column than that of its cell: "the profit in 2023 was" is not proven
 * by the revenue of 2023. A column is named by the head of a table, as the subject of the number, or as what it counts.
 */
export function isOfAnotherColumn(
  number: WrittenNumber,
  { table, cell }: MatchedCell,
  { text, scopes }: { readonly text: string; readonly scopes: Scopes },
): boolean {
  const own = table.columns[cell.column]
  const near = scopes.header ?? scopes.clause
  if (!own || own.words.some((word) => KEY.test(word) || isIn(near, word))) return false
  const named = scopes.header ? null : subjectOf(number, text)
  return table.columns.some((column) => {
    const words = column.words.filter((word) => !isUnit(word))
    if (column === own || column.cells.length === 0 || words.length === 0) return false
    if (words.some((word) => KEY.test(word)) || isOfOtherUnit(number, column)) return false
    if (scopes.header) return isHead(scopes.header, words)
    return words.length === 1 && named !== null && isSameWord(words[0] ?? '', named)
  })
}

function isIn({ words }: TextScope, name: string): boolean {
  return words.some(({ word }) => isSameWord(word, name))
}

/** Whether a head consists of the words of a name. */
function isHead(header: TextScope, name: readonly string[]): boolean {
  const said = header.words.map(({ word }) => word).filter((word) => !FILLERS.has(word) && !isUnit(word))
  return (
    said.length > 0 &&
    said.every((word) => name.some((one) => isSameWord(one, word))) &&
    name.every((word) => isIn(header, word))
  )
}

/** Money is no value of a column without a unit. */
function isOfOtherUnit({ unit }: WrittenNumber, column: TableColumn): boolean {
  return unit !== null && column.unit === null
}

/** The word that says of what a number is the value; null where none stands directly at it. */
function subjectOf({ offset, length }: WrittenNumber, text: string): string | null {
  const counted = AFTER.exec(text.slice(offset + length, offset + length + 40))?.[1]
  if (counted !== undefined) return fold(counted)
  const line = text.slice(Math.max(0, offset - MOST_BEFORE), offset)
  const sentence = line.slice(Math.max(...['. ', '; ', ', ', '\n'].map((end) => line.lastIndexOf(end))) + 1)
  const [, before = '', name] = SUBJECT.exec(sentence) ?? []
  return name === undefined || PART.test(before) ? null : fold(name)
}
