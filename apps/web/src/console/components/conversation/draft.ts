'use client'

import { useCallback, useSyncExternalStore } from 'react'

/** The key of the draft without a chat. */
export const NEW_CHAT = 'new'

/** The drafts of this page, also those that the storage of the tab has no room for. */
const drafts = new Map<string, string>()
const listeners = new Set<() => void>()

/** A text that survives a reload of the page, stored per chat in this tab. */
export function useDraft(key: string): [string, (text: string) => void] {
  const draft = useSyncExternalStore(
    watchDrafts,
    () => readDraft(key),
    () => '',
  )
  return [draft, useCallback((text) => keepDraft(key, text), [key])]
}

/** Puts a text into the composer of a chat, whether or not the chat is open. */
export function keepDraft(key: string, text: string): void {
  drafts.set(key, text)
  try {
    if (text === '') sessionStorage.removeItem(draftKey(key))
    else sessionStorage.setItem(draftKey(key), text)
  } catch {
    // Without room a draft is lost at a reload.
  }
  for (const listener of listeners) listener()
}

/** Puts a question into the composer of a chat again. Returns false when something else is written there. */
export function putBack(key: string, question: string): boolean {
  if (readDraft(key) !== '') return false
  keepDraft(key, question)
  return true
}

function watchDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readDraft(key: string): string {
  return drafts.get(key) ?? sessionStorage.getItem(draftKey(key)) ?? ''
}

function draftKey(key: string): string {
  return `parley.draft.${key}`
}
