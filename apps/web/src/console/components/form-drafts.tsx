'use client'

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

const FormDrafts = createContext<Map<string, unknown>>(new Map())

/**
 * Keeps unsaved form values in memory while the console is open. Nothing is stored here, because forms hold
 * secrets.
 */
export function FormDraftsProvider({ children }: { children: ReactNode }) {
  const [drafts] = useState(() => new Map<string, unknown>())
  return <FormDrafts value={drafts}>{children}</FormDrafts>
}

/**
 * The unsaved values of a form, by the form's name. Each form needs a unique name and always the same type.
 */
export function useFormDrafts<Values>(): Map<string, Values> {
  // Each form writes and reads only its own entry.
  return useContext(FormDrafts) as Map<string, Values>
}

/** Makes the browser ask before the page is closed or reloaded while `isDirty`. */
export function useAskBeforeUnload(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
}
