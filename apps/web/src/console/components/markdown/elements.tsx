'use client'

import { Anchor } from '@mantine/core'
import type { ComponentProps } from 'react'
import { ScrollBox } from '../scroll-box.tsx'
import { COMPONENT_TEXTS } from '../texts.ts'
import classes from './markdown.module.css'

/** A link that opens in a new tab and shows its host first. */
export function OutwardLink({ href, children }: ComponentProps<'a'>) {
  const host = hostOf(href)
  if (host === null) return <span>{children}</span>
  return (
    <Anchor
      href={href}
      title={COMPONENT_TEXTS.opensExternally(host)}
      target="_blank"
      rel="noopener noreferrer nofollow"
      inherit
    >
      {children}
    </Anchor>
  )
}

/** Images are not fetched: a model could put data into an image's address. */
export function LeftOutImage({ alt }: ComponentProps<'img'>) {
  return <em className={classes.leftOut}>{COMPONENT_TEXTS.imageLeftOut(alt ?? '')}</em>
}

/** A table that scrolls when it is wider than the text. */
export function ScrollingTable({ children }: ComponentProps<'table'>) {
  return (
    <ScrollBox label={COMPONENT_TEXTS.table} className={classes.table}>
      <table>{children}</table>
    </ScrollBox>
  )
}

function hostOf(href: string | undefined): string | null {
  if (!href) return null
  const url = URL.parse(href)
  return url && /^https?:$/.test(url.protocol) ? url.host : null
}
