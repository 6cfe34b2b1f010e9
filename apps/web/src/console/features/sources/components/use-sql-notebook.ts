'use client'

import { useCallback, useState } from 'react'
import * as z from 'zod/mini'
import { emptyNotebook, type SqlNotebook } from './sql-notebook.ts'

const PREFIX = 'parley.sql.'

const Notebook = z.object({
  tabs: z.array(z.object({ id: z.string(), sql: z.string() })).check(z.minLength(1)),
  openId: z.string(),
  history: z.array(z.string()),
  saved: z.array(z.object({ name: z.string(), sql: z.string() })),
})

/** The notebook of a user in this browser, and a function that changes and stores it. */
export function useSqlNotebook(owner: string) {
  const key = PREFIX + owner
  const [notebook, setNotebook] = useState(() => readNotebook(key))
  const change = useCallback(
    (by: (notebook: SqlNotebook) => SqlNotebook) =>
      setNotebook((before) => {
        const after = by(before)
        storeNotebook(key, after)
        return after
      }),
    [key],
  )
  return { notebook, change }
}

function readNotebook(key: string): SqlNotebook {
  if (typeof window === 'undefined') return emptyNotebook()
  const text = window.localStorage.getItem(key)
  if (text === null) return emptyNotebook()
  try {
    return Notebook.parse(JSON.parse(text))
  } catch {
    return emptyNotebook()
  }
}

/** A full storage keeps what it has; the page goes on with what it holds in memory. */
function storeNotebook(key: string, notebook: SqlNotebook): void {
  try {
    window.localStorage.setItem(key, JSON.stringify(notebook))
  } catch {}
}
