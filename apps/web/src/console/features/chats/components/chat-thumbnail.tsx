'use client'

import { IconMessage2 } from '@tabler/icons-react'
import { useState } from 'react'
import { artifactUrl } from '#web/console/components/artifact-url.ts'
import classes from './chat-thumbnail.module.css'

/** The newest chart of a chat, small; a sign in its place for a chat without one. */
export function ChatThumbnail({ path }: { readonly path: string | null | undefined }) {
  const [isGone, setIsGone] = useState(false)
  if (!path || isGone) return <IconMessage2 size={20} className={classes.sign} aria-hidden />
  return (
    <span className={classes.frame}>
      <img
        src={artifactUrl(path)}
        alt=""
        width={56}
        height={36}
        loading="lazy"
        decoding="async"
        className={classes.picture}
        onError={() => setIsGone(true)}
      />
    </span>
  )
}
