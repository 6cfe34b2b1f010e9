'use client'

import { useLayoutEffect } from 'react'
import { COMPONENT_TEXTS } from './texts.ts'

/**
 * Gives the browser's tab the name of the record that the page shows. Next.js may write the title of the page later than
 * the record arrives, so the name is put back then. Another page gets its own title.
 */
export function TabTitle({ name }: { name: string }) {
  const title = `${name} · ${COMPONENT_TEXTS.product}`
  useLayoutEffect(() => keepTitle(title), [title])
  return null
}

function keepTitle(title: string): () => void {
  let titleOfPage = document.title
  const keep = () => {
    if (document.title === title) return
    titleOfPage = document.title
    document.title = title
  }
  keep()
  const observer = new MutationObserver(keep)
  observer.observe(document.head, { childList: true, subtree: true, characterData: true })
  return () => {
    observer.disconnect()
    if (document.title === title) document.title = titleOfPage
  }
}
