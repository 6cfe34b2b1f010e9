import { splitWords, stem } from './split-words.ts'

/** A word of a question that can be about data. */
type QuestionWord = {
  readonly stem: string
  /** How much it tells about where the data lie: 1, or less. */
  readonly weight: number
  /** Other spellings that an identifier may have for it, and what share of the word each counts. */
  readonly spellings: ReadonlyMap<string, number>
}

/** Words that say how a question is asked, not what it is about. */
const STOP_WORDS =
  wordSet(`a about after all also an and any are as at be been before between but by can could did do
  does each else every for from get give had has have her him his how i if in into is it its just list make many me more
  most much my no not of on one only or other our out over per please plot put same see she should show so some such
  tell than that the their them then there these they this those through to under until up us use using very want was
  we were what when where which while who whom whose why will with within would you your chart graph draw`)
/** Words that mostly say what to do with data. Some tables bear them too, so they count a little. */
const TASK_WORDS =
  wordSet(`average compute count different display distinct find highest largest least lowest max
  maximum min minimum number return smallest sort sum total`)
const TASK_WEIGHT = 0.2
/** Two words that stand together may be one in an identifier: `hire date`, `hiredate`. */
const JOINED_SHARE = 1
/** Identifiers cut words short (`emp`, `prof`), seldom to fewer letters than this, and seldom words that are short. */
const SHORTENED_LETTERS = 3
const SHORTENED_FROM_LETTERS = 5
const MAX_WORDS = 40
/**
 * What a column is called that a question asks for by another part of speech. Only measures and facts that every field
 * has; each of its names counts little, since most tables that have one are not meant.
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

/** The words of a question that can be about data, each once; all of its words where nothing else would be left. */
export function questionWords(question: string): QuestionWord[] {
  const asked = splitWords(question)
  const telling = asked.filter((word) => !STOP_WORDS.has(word))
  const words = new Map((telling.length > 0 ? telling : asked).map((word) => [stem(word), word]))
  const joined = joinedWords(asked)
  const named = Array.from(words.entries().take(MAX_WORDS), ([key, word]) => ({
    stem: key,
    weight: TASK_WORDS.has(word) ? TASK_WEIGHT : 1,
    spellings: new Map([...shortened(word), ...(joined.get(key) ?? [])]),
  }))
  return [...named, ...impliedWords(asked).filter(({ stem: key }) => !words.has(key))]
}

function impliedWords(asked: readonly string[]): QuestionWord[] {
  const implied = new Set(asked.flatMap((word) => IMPLIED_NAMES.get(word) ?? []))
  return Array.from(implied, (name) => ({ stem: stem(name), weight: IMPLIED_WEIGHT, spellings: new Map() }))
}

/** What share of a longer word its beginning counts: the less is left of it, the less it says. */
export function beginningShare(beginning: string, word: string): number {
  return beginning.length / word.length
}

function shortened(word: string): [string, number][] {
  if (word.length < SHORTENED_FROM_LETTERS || /\d/.test(word)) return []
  const lengths = Array.from({ length: word.length - SHORTENED_LETTERS }, (_, at) => at + SHORTENED_LETTERS)
  return lengths.map((length) => {
    const beginning = word.slice(0, length)
    return [beginning, beginningShare(beginning, word)]
  })
}

/** For each stem the words that it makes with its neighbours. */
function joinedWords(asked: readonly string[]): Map<string, [string, number][]> {
  const joined = new Map<string, [string, number][]>()
  for (const [at, second] of asked.entries()) {
    const first = asked[at - 1]
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
