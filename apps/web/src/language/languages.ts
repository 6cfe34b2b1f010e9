/** The languages of the console by their BCP 47 tags, each under its own name. The first is the default. */
export const LANGUAGES = { en: 'English', 'zh-Hans': '简体中文' } as const

export type LanguageTag = keyof typeof LANGUAGES

/** The language that the texts are written in. */
export const DEFAULT_LANGUAGE = 'en' satisfies LanguageTag

/** The cookie with the language that a person chose in this browser. */
export const LANGUAGE_COOKIE = 'parley.language'

/** Whether a text is the tag of one of the languages. */
export function isLanguage(tag: string): tag is LanguageTag {
  return Object.hasOwn(LANGUAGES, tag)
}
