import { DEFAULT_LANGUAGE, type LanguageTag } from '#web/language/languages.ts'
import type { ConsoleTexts } from './translation.ts'

/** A file for each language, so that a browser loads only the texts that it shows. */
const IMPORTS: Readonly<Record<Exclude<LanguageTag, typeof DEFAULT_LANGUAGE>, () => Promise<ConsoleTexts>>> =
  {
    'zh-Hans': () => import('./zh-hans.ts').then((module) => module.ZH_HANS),
  }

const loading = new Map<LanguageTag, Promise<ConsoleTexts | null>>()

/**
 * The texts of a language; null for the one that the texts are written in. Every call returns the same promise, until
 * loading fails.
 */
export function loadTranslation(language: LanguageTag): Promise<ConsoleTexts | null> {
  const translation = loading.get(language) ?? startLoading(language)
  loading.set(language, translation)
  return translation
}

function startLoading(language: LanguageTag): Promise<ConsoleTexts | null> {
  const translation = language === DEFAULT_LANGUAGE ? Promise.resolve(null) : IMPORTS[language]()
  translation.catch(() => loading.delete(language))
  return translation
}
