'use client'

import { Anchor, ScrollArea } from '@mantine/core'
import type { ComponentProps } from 'react'
import { COMPONENT_TEXTS } from '../texts.ts'
import classes from './markdown.module.css'

/** A link that opens beside the console and names its host first. */
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

/** Fetching an image a model names would carry data out in its address. */
export function LeftOutImage({ alt }: ComponentProps<'img'>) {
  return <em className={classes.leftOut}>{COMPONENT_TEXTS.imageLeftOut(alt ?? '')}</em>
}

/** A table that scrolls by itself where it is wider than the text. */
export function ScrollingTable({ children }: ComponentProps<'table'>) {
  return (
    <ScrollArea type="auto" className={classes.table} viewportProps={{ tabIndex: 0 }}>
      <table>{children}</table>
    </ScrollArea>
  )
}

function hostOf(href: string | undefined): string | null {
  if (!href) return null
  const url = URL.parse(href)
  return url && /^https?:$/.test(url.protocol) ? url.host : null
}
