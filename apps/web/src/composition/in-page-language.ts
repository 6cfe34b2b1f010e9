import { AsyncLocalStorage } from 'node:async_hooks'
import { loadTranslation } from '../console/frame/translations/load-translation.ts'
import { chooseLanguage, type LanguageHeaders } from '../language/choose-language.ts'
import { offerRequestLanguage, type PageLanguage } from '../language/page-language.ts'

const storage = new AsyncLocalStorage<PageLanguage>()

/** Renders a page in the language of its request: whatever `render` starts reads texts in that language. */
export async function inPageLanguage(headers: LanguageHeaders, render: () => Promise<void>): Promise<void> {
  const chosen = chooseLanguage(headers)
  offerRequestLanguage(() => storage.getStore())
  const translation = await loadTranslation(chosen.language)
  await storage.run({ ...chosen, translation }, render)
}
