'use client'

import Link from 'next/link'
import { type ComponentProps, useState } from 'react'

/**
 * A link that loads its page beforehand once a pointer or the focus is on it. Next.js loads the pages of all links in
 * view, which takes a tenth of the processor time of the console (decision 0164).
 */
export function IntentLink(props: Omit<ComponentProps<typeof Link>, 'prefetch'>) {
  const [isMeant, setMeant] = useState(false)
  const mean = () => setMeant(true)
  return <Link {...props} prefetch={isMeant ? null : false} onPointerEnter={mean} onFocus={mean} />
}
