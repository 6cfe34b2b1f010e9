import { DEFAULT_LANGUAGE, type LanguageTag } from './languages.ts'

/** Texts in one language: groups by name, as `translatable` names them. */
type Translation = Readonly<Record<string, object>>

/** The language of a page. */
export type PageLanguage = {
  readonly language: LanguageTag
  /** The BCP 47 tag that numbers and dates follow, such as `en-GB`. */
  readonly locale: string
  /** null for the language that the texts are written in. */
  readonly translation: Translation | null
}

const DEFAULT: PageLanguage = { language: DEFAULT_LANGUAGE, locale: DEFAULT_LANGUAGE, translation: null }

const key = Symbol.for('parley.PageLanguage')
let ofDocument: PageLanguage | null = null

/** The language of the page that is being rendered on the server, or that the browser shows. */
export function pageLanguage(): PageLanguage {
  return ofDocument ?? requestLanguage() ?? DEFAULT
}

function requestLanguage(): PageLanguage | undefined {
  const find: (() => PageLanguage | undefined) | undefined = Reflect.get(globalThis, key)
  return find?.()
}

/** Sets the language of the document that a browser shows. It stays until the document is loaded again. */
export function setDocumentLanguage(language: PageLanguage | null): void {
  ofDocument = language
}

/**
 * Tells the pages how to find the language of the request that they answer. They run in the same process but in separate
 * bundles, so only the global object is shared.
 */
export function offerRequestLanguage(ofRequest: () => PageLanguage | undefined): void {
  Reflect.set(globalThis, key, ofRequest)
}
