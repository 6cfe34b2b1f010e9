'use client'

import { type RefObject, useEffect } from 'react'

/** The path of the page on which the user last pressed a key or a pointer. */
let actedOn: string | null = null

if (typeof window !== 'undefined') {
  for (const press of ['keydown', 'pointerdown']) {
    window.addEventListener(press, () => (actedOn = window.location.pathname), { capture: true })
  }
}

/**
 * Focuses the input of a new page, unless that would open an on-screen keyboard. A field that arrives after its page does not
 * take the focus from what the user pressed there meanwhile, such as a menu.
 */
export function useFocusOnArrival(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (actedOn === window.location.pathname) return
    if (window.matchMedia('(hover: hover)').matches) field.current?.focus({ preventScroll: true })
  }, [field])
}
