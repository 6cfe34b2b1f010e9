'use client'

import { useLayoutEffect, useRef } from 'react'
import { TAKEN_OVER_EVENT } from './early-actions.ts'

/** Announces that its parent element is hydrated; early actions in it are then repeated. */
export function EarlyActionsEnd() {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    mark.current?.parentElement?.dispatchEvent(new Event(TAKEN_OVER_EVENT, { bubbles: true }))
  }, [])
  return <span ref={mark} hidden />
}
