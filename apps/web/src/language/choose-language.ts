import { DEFAULT_LANGUAGE, isLanguage, LANGUAGE_COOKIE, LANGUAGES, type LanguageTag } from './languages.ts'

/** The headers of a request that decide about its language. */
export type LanguageHeaders = {
  readonly cookie?: string | undefined
  readonly 'accept-language'?: string | undefined
}

/** A language, and the locale that numbers and dates follow: the language as it is written in a region. */
export type Chosen = { readonly language: LanguageTag; readonly locale: string }

/** Tags of an Accept-Language header that are read. A person reads fewer languages. */
const MAX_TAGS = 32

/**
 * Returns the language of a page: the one that the person chose, else the browser's first language that the console has,
 * else English. The locale is the browser's first in this language, such as `en-GB`, so that dates have its usual order.
 */
export function chooseLanguage(headers: LanguageHeaders): Chosen {
  const accepted = acceptedLocales(headers['accept-language'] ?? '')
  const language =
    chosenByPerson(headers.cookie ?? '') ??
    accepted.map(languageOf).find((found) => found !== null) ??
    DEFAULT_LANGUAGE
  const locale = accepted.find((candidate) => languageOf(candidate) === language)
  return { language, locale: locale?.toString() ?? language }
}

function chosenByPerson(cookies: string): LanguageTag | null {
  const pairs = cookies.split(';').map((pair) => pair.trim().split('='))
  const value = pairs.find(([name]) => name === LANGUAGE_COOKIE)?.[1] ?? ''
  return isLanguage(value) ? value : null
}

/** The locales of an Accept-Language header (RFC 9110, section 12.5.4), most wanted first. Invalid ones are left out. */
function acceptedLocales(header: string): Intl.Locale[] {
  return header
    .split(',', MAX_TAGS)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return { tag, quality: quality ? Number(quality.slice(2)) : 1 }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .flatMap(({ tag }) => readLocale(tag))
}

function readLocale(tag: string): Intl.Locale[] {
  try {
    return [new Intl.Locale(tag)]
  } catch {
    return []
  }
}

/**
 * Returns the console's language with the language and the script of a locale. The region implies a missing script:
 * `zh-CN` is written in simplified characters, and `zh-TW` is not.
 */
function languageOf(locale: Intl.Locale): LanguageTag | null {
  const { language, script } = locale.maximize()
  const tags = Object.keys(LANGUAGES).filter(isLanguage)
  return (
    tags.find((tag) => {
      const own = new Intl.Locale(tag).maximize()
      return own.language === language && own.script === script
    }) ?? null
  )
}
