'use client'

import { useEffect, useState } from 'react'
import { lazyPart } from '#web/console/components/lazy-part.tsx'
import { watchSessionEnd } from '../trpc/session-end.ts'
import type { SessionEndProps } from './session-end-dialog.tsx'

const SessionEndDialog = lazyPart(() =>
  import('./session-end-dialog.tsx').then((module) => module.SessionEndDialog),
)

/** How often a page in use asks for more time. */
const RENEW_MS = 3_600_000

/** Reads the session, which gives it more time. A reply that is not read would stay open. */
async function readSession(): Promise<void> {
  await (await fetch('/api/auth/session')).text()
}

/** Keeps the session while the console is in use, and lets the user sign in again over the page when it has ended. */
export function SessionEnd(props: Omit<SessionEndProps, 'onDone'>) {
  const [hasEnded, setEnded] = useState(false)
  useEffect(() => watchSessionEnd(() => setEnded(true)), [])
  useEffect(() => {
    const renew = () => document.hidden || void readSession().catch(() => undefined)
    renew()
    const timer = setInterval(renew, RENEW_MS)
    return () => clearInterval(timer)
  }, [])
  return hasEnded && <SessionEndDialog {...props} onDone={() => setEnded(false)} />
}
