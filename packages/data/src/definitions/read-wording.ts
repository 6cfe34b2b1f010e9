import { isStopWord, questionWords } from '../metadata/question-words.ts'
import { splitWords, stem } from '../metadata/split-words.ts'
import { everydayStem } from './everyday-words.ts'

/** What two questions are compared by. */
export type Wording = {
  /** Stems of the words about the data, in their order, each with what it counts. */
  readonly words: ReadonlyMap<string, number>
  readonly numbers: ReadonlySet<string>
  /** What the question does with the rows. */
  readonly operations: ReadonlySet<string>
}

const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
/** Words that ask for an answer. */
const REQUESTS = new Set(
  'find list show give return display tell select retrieve provide identify compute calculate'.split(' '),
)
/** Words that say what to do with the rows. They are compared as operations. */
const OPERATION_WORDS = new Set(
  `average mean count different distinct unique highest largest greatest biggest least lowest smallest fewest most max
  maximum min minimum number total sum sort sorted ordered ascending descending alphabetical alphabetically more
  fewer less greater larger higher smaller lower above below over under earlier later older younger oldest youngest top
  each every per corresponding respective together how many much`.split(/\s+/),
)
/** An order of rows, and not a thing that was ordered. */
const ORDER_OF_ROWS = /\bin (?:\w+ ){0,2}order\b|\border (?:by|of|them)\b/gi
/** What a column counts that a word only implies, such as the height for "taller". */
const IMPLIED = 0.3

/**
 * Words of a question that say what it does with the rows. Two questions about the same things that differ here are
 * different questions.
 */
const OPERATIONS: Readonly<Record<string, RegExp>> = {
  not: /\b(?:not|no|never|without|none|except|excluding|other than|nor|n't)\b|n't\b/i,
  most: /\b(?:most(?<!at most)|highest|largest|biggest|greatest|maximum|max|top|best|oldest|longest|latest|newest|tallest|heaviest|strongest|fastest|richest)\b/i,
  least:
    /\b(?:(?<!at )least|lowest|smallest|fewest|minimum|min|worst|youngest|shortest|earliest|cheapest|lightest|slowest)\b/i,
  over: /\b(?:(?:more|larger|bigger|greater|higher|older|longer|taller|heavier|later) than|above|over|after|exceeds?|or more|at least|no less)\b/i,
  under:
    /\b(?:(?:less|fewer|smaller|lower|younger|shorter|lighter|earlier) than|below|under|before|or (?:less|fewer)|at most)\b/i,
  each: /\b(?:each|every|per|by|respective|corresponding)\b/i,
  count: /\b(?:how many|numbers? of|count|amount of)\b/i,
  average: /\b(?:average|mean)\b/i,
  sum: /\b(?:sum|total(?! number)|altogether|how much|combined|together)\b/i,
  both: /\bboth\b/i,
  or: /\bor\b(?! more| less| fewer)/i,
  sorted:
    /\b(?:sort|sorted|ordered|ascending|descending|alphabetical\w*)\b|\bin (?:\w+ ){0,2}order\b|\border (?:by|of|them)\b/i,
  descending: /\bdescending\b|\bfrom (?:the )?(?:highest|most|oldest|largest|biggest|newest)\b/i,
  different: /\b(?:different|distinct|unique)\b/i,
}

/** Reads the wording of a question. */
export function readWording(question: string): Wording {
  const words = new Map<string, number>()
  const numbers = new Set<string>()
  for (const word of splitWords(question.replace(ORDER_OF_ROWS, ' '))) {
    const number = NUMBER_WORDS.indexOf(word)
    const own = stem(word)
    // "One" is mostly a pronoun.
    if (number > 1 || /^\d+$/.test(word)) numbers.add(number > 1 ? String(number) : word)
    else if (number < 0 && !isStopWord(word) && !REQUESTS.has(word) && !OPERATION_WORDS.has(word))
      words.set(everydayStem(own), 1)
  }
  for (const { stem: own, weight } of questionWords(question))
    if (weight === IMPLIED && !words.has(everydayStem(own))) words.set(everydayStem(own), weight)
  const operations = Object.keys(OPERATIONS).filter((name) => OPERATIONS[name]?.test(question))
  return { words, numbers, operations: new Set(operations) }
}
