/** Words that say how a question is asked, not what it is about. */
const STOP_WORDS = new Set(
  `a about after all also an and any are as at be been before between but by can could did do does each else every
  for from get give had has have her him his how i if in into is it its just list make many me more most much my
  name no not of on one only or other our out over per please plot put same see she should show so some such tell
  than that the their them then there these they this those through to under until up us use using very want was
  we were what when where which while who whom whose why will with within would you your chart graph draw line bar
  number total average sum count mean compare versus vs`.split(/\s+/),
)

/**
 * The words of an identifier or a sentence in lower case: `custOrder_2024ID` gives cust, order, 2024, id. Identifiers
 * keep every word; see `questionWords` for questions.
 */
export function splitWords(text: string): string[] {
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

/** The words of a question that can be about data, each once; all of them where nothing else would be left. */
export function questionWords(question: string): string[] {
  const words = [...new Set(splitWords(question))]
  const telling = words.filter((word) => !STOP_WORDS.has(word))
  return telling.length > 0 ? telling : words
}
