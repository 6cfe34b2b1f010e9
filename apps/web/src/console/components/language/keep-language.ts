import { LANGUAGE_COOKIE, type LanguageTag } from '#web/language/languages.ts'

const YEAR_SECONDS = 31_536_000

/** Keeps the chosen language in this browser and loads the page again, which is then in that language. */
export function keepLanguage(language: LanguageTag): void {
  // biome-ignore lint/suspicious/noDocumentCookie: The Cookie Store API is missing on pages without TLS.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
  window.location.reload()
}
