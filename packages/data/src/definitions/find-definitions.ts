import type { Definition, JsonObject } from '@parley/domain'
import { splitWords, stem } from '../metadata/split-words.ts'
import { type FoundDefinition, rankQuestions } from './rank-questions.ts'

const MAX_WORDS_AND_FIGURES = 6
const MAX_QUESTIONS = 3
const LABEL_CHARACTERS = 500

/**
 * Returns the definitions that a question needs, best first: terms and metrics whose name or synonym stands in it, and
 * verified questions that are worded alike.
 */
export function findDefinitions(question: string, definitions: readonly Definition[]): FoundDefinition[] {
  const asked = new Set(splitWords(question).map(stem))
  const entries = definitions
    .filter(({ kind }) => kind !== 'question')
    .map((definition) => ({ definition, labels: labelsOf(definition) }))
  const rarity = rarityAmong(entries.map(({ labels }) => new Set(labels.flat())))
  const named = entries.flatMap(({ definition, labels }) => {
    const scores = labels.map((label) => (isNamed(label, asked) ? sum(label, rarity) : 0))
    const score = Math.max(0, ...scores)
    const synonym = definition.synonyms[scores.indexOf(score) - 1]
    return score > 0 ? [{ definition, isSame: true, score, ...(synonym !== undefined && { synonym }) }] : []
  })
  const questions = definitions.filter(({ kind }) => kind === 'question')
  const alike = rankQuestions(question, questions)
  return [...best(named, MAX_WORDS_AND_FIGURES), ...best(alike, MAX_QUESTIONS)]
}

function best(found: readonly FoundDefinition[], count: number): FoundDefinition[] {
  return found.toSorted((a, b) => b.score - a.score).slice(0, count)
}

/** The stems of the name and of each synonym. */
function labelsOf({ name, synonyms }: Definition): string[][] {
  return [name, ...synonyms].map((label) => splitWords(label.slice(0, LABEL_CHARACTERS)).map(stem))
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

function describe({ definition, isSame, synonym }: FoundDefinition): JsonObject {
  const { kind, name, text, expression, table, condition, dimensions, unit, timeColumn, verifiedAt } =
    definition
  const shared = {
    ...(synonym !== undefined && { synonym }),
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
