import { everydayStem } from '../metadata/everyday-words.ts'
import { isStopWord, questionWords } from '../metadata/question-words.ts'
import { splitWords, stem } from '../metadata/split-words.ts'
import { gramsOf } from '../values/spellings.ts'

/** What two questions are compared by. */
export type Wording = {
  /** Stems of the words about the data, in their order, each with its weight. */
  readonly words: ReadonlyMap<string, number>
  readonly numbers: ReadonlySet<string>
  /** What the question does with the rows. */
  readonly operations: ReadonlySet<string>
  /** Stems of the words that say what is wanted, before the first condition. */
  readonly wanted: ReadonlySet<string>
  /** How many things are wanted: two for "names and ages". */
  readonly wantedCount: number
  /** Runs of three letters of all words. */
  readonly runs: ReadonlySet<string>
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
/** The weight of a column that a word only implies, such as the height for "taller". */
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

/** How questions begin. What is wanted follows. */
const BEGINNING =
  /^\s*(?:please\s+)?(?:what|which|who|how many|find|list|show|give|return|display|tell|select|retrieve|provide|count|compute|for each)\b(?:\s+(?:me|us))?(?:\s+(?:is|are|was|were|the|all|out))?(?:\s+(?:is|are|was|were))?\b/i
/** Words that end the wanted part: a condition, an order, or the things that have what is wanted follow them. */
const WANTED_END =
  /\b(?:that|who|whose|which|where|with|having|in|from|by|sorted|ordered|order|for|when|has|have|had|is|are|was|were|do|does|did|there|of all|on|at|if|not|without)\b/i
const BETWEEN_WANTED = /,|\band\b|\bas well as\b/i

/** Reads the wording of a question. */
export function readWording(question: string): Wording {
  const wanted = wantedPart(question)
  return {
    ...readWords(question),
    wanted: new Set(readWords(wanted).words.keys()),
    wantedCount: wanted.split(BETWEEN_WANTED).filter((part) => /\w/.test(part)).length,
    runs: new Set((question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).flatMap(gramsOf)),
  }
}

function wantedPart(question: string): string {
  const rest = question.replace(BEGINNING, ' ')
  const end = WANTED_END.exec(rest)?.index ?? 0
  return end > 2 ? rest.slice(0, end) : rest
}

function readWords(question: string): Pick<Wording, 'words' | 'numbers' | 'operations'> {
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
