import { hasOnlyAscii, splitWords, stem } from './split-words.ts'

/** A word of a question that can be about data. */
type QuestionWord = {
  readonly stem: string
  /** Weight of the word: 1, or less for words that say what to do with data. */
  readonly weight: number
  /** Other spellings that an identifier may have for it, with the share of the word's weight that each gets. */
  readonly spellings: ReadonlyMap<string, number>
}

/** Stop words. */
const STOP_WORDS =
  wordSet(`a about after all also an and any are as at be been before between but by can could did do
  does each else every for from get give had has have her him his how i if in into is it its just list make many me more
  most much my no not of on one only or other our out over per please plot put same see she should show so some such
  tell than that the their them then there these they this those through to under until up us use using very want was
  we were what when where which while who whom whose why will with within would you your chart graph draw`)
/** Words that mostly say what to do with data. Some tables have them in their names, so they count a little. */
const TASK_WORDS =
  wordSet(`average compute count different display distinct find highest largest least lowest max
  maximum min minimum number return smallest sort sum total`)
const TASK_WEIGHT = 0.2
/** Two adjacent words may be one word in an identifier: `hire date`, `hiredate`. */
const JOINED_SHARE = 1
/** Identifiers abbreviate words (`emp`, `prof`): seldom to fewer letters than this, and seldom shorter words. */
const SHORTENED = { fromLetters: 5, toLetters: 3 }
/** Words beyond ASCII are not stemmed: endings vary, and a word of Chinese or Korean has few letters. */
const SHORTENED_BEYOND_ASCII = { fromLetters: 3, toLetters: 2 }
const MAX_WORDS = 40
/**
 * Column names for words of another part of speech, such as `age` for `oldest`. Only measures and facts of every subject.
 * Each name counts little, because most tables with such a column are not meant.
 */
const IMPLIED_NAMES = new Map(
  Object.entries({
    'age birth': 'old older oldest young younger youngest born',
    'length duration': 'long longer longest',
    height: 'tall taller tallest',
    weight: 'heavy heavier heaviest',
    'price cost': 'expensive cheap cheaper cheapest',
    speed: 'fast faster fastest',
    temperature: 'hot hotter hottest cold colder coldest',
    'address city': 'live lives lived living',
    'payment salary': 'paid earn earns',
    'gender sex': 'male female',
  }).flatMap(([names, words]) => words.split(' ').map((word) => [word, names.split(' ')])),
)
const IMPLIED_WEIGHT = 0.3

/** Whether a word says nothing about data. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word)
}

/** The words of a question without stop words, each once. All of its words when only stop words are left. */
export function questionWords(question: string): QuestionWord[] {
  const terms = splitWords(question)
  const content = terms.filter((word) => !STOP_WORDS.has(word))
  const words = new Map((content.length > 0 ? content : terms).map((word) => [stem(word), word]))
  const joined = joinedWords(terms)
  const named = Array.from(words.entries().take(MAX_WORDS), ([key, word]) => ({
    stem: key,
    weight: TASK_WORDS.has(word) ? TASK_WEIGHT : 1,
    spellings: new Map([...shortened(word), ...(joined.get(key) ?? [])]),
  }))
  return [...named, ...impliedWords(terms).filter(({ stem: key }) => !words.has(key))]
}

function impliedWords(terms: readonly string[]): QuestionWord[] {
  const implied = new Set(terms.flatMap((word) => IMPLIED_NAMES.get(word) ?? []))
  return Array.from(implied, (name) => ({ stem: stem(name), weight: IMPLIED_WEIGHT, spellings: new Map() }))
}

/** The share of a word's weight that its beginning gets: the shorter the beginning, the less. */
export function beginningShare(beginning: string, word: string): number {
  return beginning.length / word.length
}

function shortened(word: string): [string, number][] {
  const { fromLetters, toLetters } = hasOnlyAscii(word) ? SHORTENED : SHORTENED_BEYOND_ASCII
  if (word.length < fromLetters || /\d/.test(word)) return []
  const lengths = Array.from({ length: word.length - toLetters }, (_, at) => at + toLetters)
  return lengths.map((length) => {
    const beginning = word.slice(0, length)
    return [beginning, beginningShare(beginning, word)]
  })
}

/** For each stem the words that it forms with the words beside it. */
function joinedWords(terms: readonly string[]): Map<string, [string, number][]> {
  const joined = new Map<string, [string, number][]>()
  for (const [at, second] of terms.entries()) {
    const first = terms[at - 1]
    if (first === undefined || STOP_WORDS.has(first) || STOP_WORDS.has(second)) continue
    for (const key of [stem(first), stem(second)]) {
      joined.set(key, [...(joined.get(key) ?? []), [stem(first + second), JOINED_SHARE]])
    }
  }
  return joined
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}
