'use client'

import type { RefObject } from 'react'
import { useEarlyInput } from './use-early-input.ts'

/**
 * Returns the ref of the input of a list of options. Opens the list when the input has the focus at hydration: the
 * focus is all that is left of an earlier press. The list opens in a later task, when its options are in the page.
 */
export function useEarlyList(): RefObject<HTMLInputElement | null> {
  return useEarlyInput<HTMLInputElement>((input) => {
    if (input !== document.activeElement) return
    setTimeout(() => {
      if (input === document.activeElement && input.ariaExpanded !== 'true') input.click()
    })
  })
}
