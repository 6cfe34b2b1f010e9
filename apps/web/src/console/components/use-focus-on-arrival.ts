'use client'

import { type RefObject, useEffect } from 'react'

/** Focuses the input of a new page, unless that would open an on-screen keyboard. */
export function useFocusOnArrival(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (window.matchMedia('(hover: hover)').matches) field.current?.focus({ preventScroll: true })
  }, [field])
}
