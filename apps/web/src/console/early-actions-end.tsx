'use client'

import { useLayoutEffect, useRef } from 'react'
import { TAKEN_OVER_EVENT } from './early-actions.ts'

/** Says that the element it stands in has been taken over; what was done in it too early is done now. */
export function EarlyActionsEnd() {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    mark.current?.parentElement?.dispatchEvent(new Event(TAKEN_OVER_EVENT, { bubbles: true }))
  }, [])
  return <span ref={mark} hidden />
}
