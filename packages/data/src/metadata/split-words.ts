import { stemmer } from 'stemmer'

/** Words that say how a question is asked, not what it is about. */
const STOP_WORDS = new Set(
  `a about after all also an and any are as at be been before between but by can could did do does each else every
  for from get give had has have her him his how i if in into is it its just list make many me more most much my
  no not of on one only or other our out over per please plot put same see she should show so some such tell
  than that the their them then there these they this those through to under until up us use using very want was
  we were what when where which while who whom whose why will with within would you your chart graph draw`.split(
    /\s+/,
  ),
)

/** The words of an identifier or a sentence in lower case: `custOrder_2024ID` gives cust, order, 2024, id. */
function splitWords(text: string): string[] {
  return text
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .replace(/(\p{N})(\p{L})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** The stems of a text's words, each once. */
export function stemsOf(text: string): ReadonlySet<string> {
  const known = texts.get(text)
  if (known) return known
  const stems = new Set(splitWords(text).map(stem))
  // The same identifiers and short descriptions come again with every question.
  if (text.length <= REMEMBERED_CHARACTERS) remember(texts, text, stems)
  return stems
}

/** The stems of a question that can be about data; of all its words where nothing else would be left. */
export function questionStems(question: string): string[] {
  const asked = [...new Set(splitWords(question))]
  const telling = asked.filter((word) => !STOP_WORDS.has(word))
  return [...new Set((telling.length > 0 ? telling : asked).map(stem))].slice(0, MAX_STEMS)
}

const MAX_STEMS = 40
const MEMORY_SIZE = 50_000
const REMEMBERED_CHARACTERS = 100
const texts = new Map<string, ReadonlySet<string>>()
const words = new Map<string, string>()

function stem(word: string): string {
  return words.get(word) ?? remember(words, word, stemmer(word))
}

function remember<Value>(memory: Map<string, Value>, key: string, value: Value): Value {
  if (memory.size >= MEMORY_SIZE) memory.clear()
  memory.set(key, value)
  return value
}
