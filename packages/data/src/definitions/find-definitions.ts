import type { Definition, JsonObject } from '@parley/domain'
import { questionWords } from '../metadata/question-words.ts'
import { splitWords, stem } from '../metadata/split-words.ts'

/** A definition that fits a question. */
export type FoundDefinition = {
  readonly definition: Definition
  /** For a question: whether it asks the same, not only something like it. */
  readonly isSame: boolean
  readonly score: number
}

/** A verified question this similar to the question is shown; see bench/meaning.bench.mjs for both. */
const SIMILAR = 0.35
const SAME = 0.92
/** What doing the same with the rows adds to a similarity. */
const OPERATION_BONUS = 0.3
/** One common word says little. */
const MIN_COMMON_WORDS = 2
const MAX_WORDS_AND_FIGURES = 6
const MAX_QUESTIONS = 3
const LABEL_CHARACTERS = 500

/**
 * Returns the definitions that a question needs, best first: terms and metrics whose name or synonym stands in it, and
 * verified questions that are worded alike.
 */
export function findDefinitions(question: string, definitions: readonly Definition[]): FoundDefinition[] {
  const asked = new Set(splitWords(question).map(stem))
  const entries = definitions.map((definition) => ({ definition, labels: labelsOf(definition) }))
  const rarity = rarityAmong(entries.map(({ labels }) => new Set(labels.flat())))
  const named = entries.flatMap(({ definition, labels }) => {
    if (definition.kind === 'question') return []
    const score = Math.max(0, ...labels.map((label) => (isNamed(label, asked) ? sum(label, rarity) : 0)))
    return score > 0 ? [{ definition, isSame: true, score }] : []
  })
  const content = new Set(contentOf(question))
  const operations = operationsOf(question)
  const alike = entries.flatMap(({ definition, labels: [wording = []] }) => {
    if (definition.kind !== 'question') return []
    const words = similarity(content, new Set(wording), rarity)
    const others = operationsOf(definition.name.slice(0, LABEL_CHARACTERS))
    const score = words + OPERATION_BONUS * overlap(operations, others)
    const isAlike = overlap(operations, others) === 1
    const isSame = words >= SAME && isAlike && numbersOf(question) === numbersOf(definition.name)
    const common = wording.filter((word) => content.has(word)).length
    const isShown = words >= SIMILAR && common >= Math.min(MIN_COMMON_WORDS, wording.length)
    return isShown ? [{ definition, isSame, score }] : []
  })
  return [...best(named, MAX_WORDS_AND_FIGURES), ...best(alike, MAX_QUESTIONS)]
}

function best(found: readonly FoundDefinition[], count: number): FoundDefinition[] {
  return found.toSorted((a, b) => b.score - a.score).slice(0, count)
}

/** The stems of the name and of each synonym; of a question those of its wording. */
function labelsOf({ kind, name, synonyms }: Definition): string[][] {
  if (kind === 'question') return [contentOf(name.slice(0, LABEL_CHARACTERS))]
  return [name, ...synonyms].map((label) => splitWords(label.slice(0, LABEL_CHARACTERS)).map(stem))
}

function contentOf(question: string): string[] {
  // Numbers are compared apart.
  return questionWords(question).flatMap(({ stem: key }) => (/^\d+$/.test(key) ? [] : [key]))
}

function isNamed(label: readonly string[], asked: ReadonlySet<string>): boolean {
  return label.length > 0 && label.every((word) => asked.has(word))
}

function rarityAmong(entries: readonly ReadonlySet<string>[]): (word: string) => number {
  const counts = new Map<string, number>()
  for (const words of entries) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return (word) => Math.log(1 + (entries.length + 1) / ((counts.get(word) ?? 0) + 0.5))
}

function sum(words: Iterable<string>, rarity: (word: string) => number): number {
  let total = 0
  for (const word of words) total += rarity(word)
  return total
}

/** The cosine of two sets of words, rare words more. */
function similarity(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  rarity: (word: string) => number,
): number {
  const squared = (word: string) => rarity(word) ** 2
  const lengths = Math.sqrt(sum(a, squared) * sum(b, squared))
  return lengths === 0
    ? 0
    : sum(
        [...a].filter((word) => b.has(word)),
        squared,
      ) / lengths
}

/** The share of two sets that is common; 1 for two empty ones. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((one) => b.has(one)).length
  const all = a.size + b.size - common
  return all === 0 ? 1 : common / all
}

/**
 * What a question does with the rows, by the words that say so. Two questions about the same things that differ here are
 * different questions.
 */
const OPERATIONS: Readonly<Record<string, RegExp>> = {
  not: /\b(?:not|no|never|without|none|except|excluding|n't|nor|any)\b/i,
  most: /\b(?:most|highest|largest|biggest|greatest|maximum|max|top|best|oldest|longest|latest|newest)\b/i,
  over: /\b(?:more|above|over|larger|bigger|greater|higher|older|longer|after|at least)\b/i,
  least: /\b(?:(?<!at )least|lowest|smallest|fewest|minimum|min|worst|youngest|shortest|earliest)\b/i,
  under: /\b(?:less|fewer|below|under|smaller|lower|younger|shorter|before|at most)\b/i,
  each: /\b(?:each|every|per|by|respective)\b/i,
  count: /\b(?:how many|number of|count|total number)\b/i,
  average: /\b(?:average|mean)\b/i,
  sum: /\b(?:sum|total|altogether|how much)\b/i,
  both: /\bboth\b/i,
  or: /\bor\b/i,
  sorted: /\b(?:sort|sorted|order|ordered|ascending|descending|alphabetical\w*)\b/i,
  descending: /\bdescending\b/i,
  different: /\b(?:different|distinct|unique)\b/i,
}

function operationsOf(question: string): Set<string> {
  return new Set(Object.keys(OPERATIONS).filter((name) => OPERATIONS[name]?.test(question)))
}

/** The numbers of a question: another year asks something else. */
function numbersOf(question: string): string {
  return (question.match(/\d+(?:\.\d+)?/g) ?? []).sort().join(' ')
}

/** Describes found definitions for the model within `maxBytes` of JSON, best first. */
export function describeDefinitions(found: readonly FoundDefinition[], maxBytes: number): JsonObject[] {
  let bytes = 0
  return found.map(describe).filter((entry) => {
    const size = Buffer.byteLength(JSON.stringify(entry)) + 1
    if (bytes + size > maxBytes) return false
    bytes += size
    return true
  })
}

const TEXT_CHARACTERS = 400

function describe({ definition, isSame }: FoundDefinition): JsonObject {
  const { kind, name, text, expression, table, condition, dimensions, unit, timeColumn, verifiedAt } =
    definition
  const shared = {
    ...(text !== '' && { text: text.slice(0, TEXT_CHARACTERS) }),
    verified_at: verifiedAt.slice(0, 10),
  }
  if (kind === 'question') return { question: name, statement: expression, is_same: isSame, ...shared }
  if (kind === 'term')
    return { term: name, ...(expression !== '' && { condition: expression, table }), ...shared }
  return {
    metric: `metric.${name}`,
    columns: [...dimensions.map((dimension) => dimension.name), name],
    computed_as: `${expression} of ${table.slice(0, TEXT_CHARACTERS)}${condition === '' ? '' : ` where ${condition}`}`,
    ...(unit !== '' && { unit }),
    ...(timeColumn !== '' && { time_column: timeColumn }),
    ...shared,
  }
}
