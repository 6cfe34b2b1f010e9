/** A language whose words for numbers are read. */
export type Language = 'en' | 'de' | 'fr' | 'es'

const STOP_WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: readSet('the of and is are was were in with to by on had'),
  de: readSet('der die das den dem und ist sind war waren im mit von am auf es gibt ein eine für hat nicht'),
  fr: readSet('le la les et est sont du des dans avec en une au il un pour sur ont par'),
  es: readSet('el los las y es son del con en una fue por que hay un para hubo'),
}

/** Number words of one language only. "Elf", "once", "dos" and "null" are also English words. */
const OWN_NUMBERS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: readSet('two three four five seven eight nine ten eleven twelve'),
  de: readSet('zwei drei vier fünf sechs sieben acht neun zehn zwölf'),
  fr: readSet('deux trois quatre cinq huit onze douze'),
  es: readSet('tres cuatro cinco ocho nueve diez doce'),
}

function readSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}

// The word for 1 is left out: in each language it is also a pronoun or an article.
const WORDS: Readonly<Record<Language, string>> = {
  en: 'zero=0 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12',
  de: 'null=0 zwei=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwölf=12',
  fr: 'zéro=0 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12',
  es: 'cero=0 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12',
}

const VALUES: Readonly<Record<Language, ReadonlyMap<string, number>>> = {
  en: readPairs(WORDS.en),
  de: readPairs(WORDS.de),
  fr: readPairs(WORDS.fr),
  es: readPairs(WORDS.es),
}

function readPairs(text: string): Map<string, number> {
  return new Map(text.split(' ').map((pair) => [pair.split('=')[0] ?? '', Number(pair.split('=')[1])]))
}

/** Returns the language with the most common words and number words in the text; English when none has any. */
export function guessLanguage(text: string): Language {
  const counts = { en: 0, de: 0, fr: 0, es: 0 }
  const words =
    text
      .slice(0, 5000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  for (const word of words)
    for (const language of LANGUAGES)
      if (STOP_WORDS[language].has(word) || OWN_NUMBERS[language].has(word)) counts[language]++
  return LANGUAGES.reduce((best, language) => (counts[language] > counts[best] ? language : best), 'en')
}

const LANGUAGES = ['en', 'de', 'fr', 'es'] as const

/** Returns the value of a word for a number from 0 to 12, in lower case. Undefined for other words. */
export function readNumberWord(word: string, language: Language): number | undefined {
  return VALUES[language].get(word)
}

const CHINESE_DIGITS = '一二三四五六七八九'
/** A number from 2 to 99 in Chinese characters in front of a measure word. 一 is also an article. */
const CHINESE_NUMBER =
  /(?<![第前几幾数數一二两兩三四五六七八九十百千万萬亿億零点點])([二两兩三四五六七八九]?十[一二三四五六七八九]?|[二两兩三四五六七八九])(?=[个個家名位间間项項条條款座台件笔筆份张張种種店])/g

/** Returns the small numbers that a text writes in Chinese characters in front of a measure word: 三个月, 两家. */
export function readChineseNumbers(
  text: string,
): { readonly offset: number; readonly length: number; readonly value: number }[] {
  return [...text.matchAll(CHINESE_NUMBER)].map((match) => {
    const [tens = '', ones] = match[0].replace(/[两兩]/, '二').split('十')
    const digit = (written: string) => (written === '' ? 0 : CHINESE_DIGITS.indexOf(written) + 1)
    const value = ones === undefined ? digit(tens) : 10 * (digit(tens) || 1) + digit(ones)
    return { offset: match.index, length: match[0].length, value }
  })
}

const MONTHS: readonly string[] = [
  'january jan januar janvier enero',
  'february feb februar février febrero',
  'march mar märz mars marzo',
  'april apr avril abril',
  'may mai mayo',
  'june jun juni juin junio',
  'july jul juli juillet julio',
  'august aug août agosto',
  'september sep sept septembre septiembre',
  'october oct oktober okt octobre octubre',
  'november nov novembre noviembre',
  'december dec dezember dez décembre diciembre',
]

const MONTH_OF = new Map(
  MONTHS.flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
)

/** The names of months in the known languages, as alternatives of a regular expression. */
export const MONTH_NAMES = [...MONTH_OF.keys()].toSorted((a, b) => b.length - a.length).join('|')

/** Returns the number of a month, from 1. Undefined for a word that names no month. */
export function readMonth(name: string): number | undefined {
  return MONTH_OF.get(name.toLowerCase())
}
