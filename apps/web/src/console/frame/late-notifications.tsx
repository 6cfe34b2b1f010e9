'use client'

import { useEffect, useState } from 'react'
import { lazyPart } from '#web/console/components/lazy-part.tsx'
import { whenIdle } from '#web/console/components/when-idle.ts'

const NotificationPlace = lazyPart(() =>
  import('./notification-place.tsx').then((module) => module.NotificationPlace),
)

/**
 * The place of notifications. It loads after the page: no notification is shown before, and one about a lost connection must
 * not wait for a script. One that is sent earlier is kept until then.
 */
export function LateNotifications() {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => whenIdle(() => setWanted(true)), [])
  return isWanted && <NotificationPlace />
}
