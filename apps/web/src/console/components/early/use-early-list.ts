'use client'

import type { RefObject } from 'react'
import { useEarlyInput } from './use-early-input.ts'

/**
 * Returns the ref of the input of a list of options. Opens the list that a person pressed before hydration, of which only
 * the focus of the input is left. It opens a task later: its options are then in the page.
 */
export function useEarlyList(): RefObject<HTMLInputElement | null> {
  return useEarlyInput<HTMLInputElement>((input) => {
    if (input !== document.activeElement) return
    setTimeout(() => {
      if (input === document.activeElement && input.ariaExpanded !== 'true') input.click()
    })
  })
}
