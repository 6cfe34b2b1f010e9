'use client'

import { type ReactNode, use } from 'react'
import type { Chosen } from '#web/language/choose-language.ts'
import { DEFAULT_LANGUAGE } from '#web/language/languages.ts'
import { setDocumentLanguage } from '#web/language/page-language.ts'
import { loadTranslation } from './translations/load-translation.ts'

const isBrowser = typeof document !== 'undefined'

/**
 * Gives a page its texts. The server has rendered it in the same language; in the browser a translation loads before React
 * takes the page over, and until then the page stays as the server sent it.
 */
export function PageTexts({ language, locale, children }: Chosen & { readonly children: ReactNode }) {
  if (isBrowser) {
    const translation = language === DEFAULT_LANGUAGE ? null : use(loadTranslation(language))
    setDocumentLanguage({ language, locale, translation })
  }
  return children
}
