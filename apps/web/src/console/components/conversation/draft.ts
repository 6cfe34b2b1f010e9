'use client'

import { useCallback, useState } from 'react'

/** The key of the draft without a chat. */
export const NEW_CHAT = 'new'

/** A text that survives a reload of the page, stored per chat in this tab. */
export function useDraft(key: string): [string, (text: string) => void] {
  const [draft, setDraft] = useState(() => readDraft(key))
  const keep = useCallback(
    (text: string) => {
      setDraft(text)
      keepDraft(key, text)
    },
    [key],
  )
  return [draft, keep]
}

/** Puts a text into the composer of a chat that is not open yet. */
export function keepDraft(key: string, text: string): void {
  if (text === '') window.sessionStorage.removeItem(draftKey(key))
  else window.sessionStorage.setItem(draftKey(key), text)
}

function readDraft(key: string): string {
  if (typeof window === 'undefined') return ''
  return window.sessionStorage.getItem(draftKey(key)) ?? ''
}

function draftKey(key: string): string {
  return `parley.draft.${key}`
}
