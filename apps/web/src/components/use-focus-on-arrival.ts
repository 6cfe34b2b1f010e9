'use client'

import { type RefObject, useEffect } from 'react'

/** Puts the cursor where one is expected to write, unless that would open a keyboard on the screen. */
export function useFocusOnArrival(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (window.matchMedia('(hover: hover)').matches) field.current?.focus({ preventScroll: true })
  }, [field])
}
