'use client'

import { useCallback, useRef } from 'react'

type Cancel = {
  /** The signal of a new call. Cancels the call before it. */
  readonly begin: () => AbortSignal
  /** Cancels the call that runs. */
  readonly cancel: () => void
}

/** Lets a person cancel the one call that runs. */
export function useCancel(): Cancel {
  const running = useRef<AbortController>(null)
  const cancel = useCallback(() => running.current?.abort(), [])
  const begin = useCallback(() => {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }, [])
  return { begin, cancel }
}
