'use client'

import { useEffect, useState } from 'react'

type NumberMarks = typeof import('./mark-numbers.ts') & typeof import('./number-mark.tsx')

/**
 * Returns what marks the judged numbers of a text; null until its script has loaded. The script loads with the first
 * text that has judged numbers, because most pages show none.
 */
export function useNumberMarks(isNeeded: boolean): NumberMarks | null {
  const [marks, setMarks] = useState<NumberMarks | null>(null)
  useEffect(() => {
    if (!isNeeded) return
    Promise.all([import('./mark-numbers.ts'), import('./number-mark.tsx')]).then(
      ([plugin, element]) => setMarks({ ...plugin, ...element }),
      // Without the script the text is whole, and its numbers are not marked.
      () => undefined,
    )
  }, [isNeeded])
  return marks
}
