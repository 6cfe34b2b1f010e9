'use client'

import { useEffect, useState } from 'react'

type Formulas = typeof import('./mask-formulas.ts') &
  typeof import('./place-formulas.ts') &
  typeof import('./formula.tsx')

/** Whether a text may have a formula. */
const SIGN = /\$|\\[([]/

/**
 * Returns what draws the formulas of a text; null until its script has loaded. The script loads with the first text
 * that may have formulas, because most pages have none.
 */
export function useFormulas(text: string): Formulas | null {
  const [formulas, setFormulas] = useState<Formulas | null>(null)
  const isNeeded = SIGN.test(text)
  useEffect(() => {
    if (!isNeeded) return
    Promise.all([import('./mask-formulas.ts'), import('./place-formulas.ts'), import('./formula.tsx')]).then(
      ([mask, plugin, element]) => setFormulas({ ...mask, ...plugin, ...element }),
      // Without the script the text shows the TeX.
      () => undefined,
    )
  }, [isNeeded])
  return isNeeded ? formulas : null
}
