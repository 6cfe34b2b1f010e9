'use client'

import { Anchor, Button } from '@mantine/core'
import { Children, type ComponentProps, isValidElement, useState } from 'react'
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

/** Rows of a table before the reader asks for all. One row more is not worth a click. */
const SHOWN_ROWS = 5

/** A table that scrolls when it is wider than the text, and begins with its first rows. */
export function ShortTable({ children }: ComponentProps<'table'>) {
  const [isWhole, setIsWhole] = useState(false)
  const count = countRows(children)
  const isLong = count > SHOWN_ROWS + 1
  return (
    <>
      <ScrollBox label={COMPONENT_TEXTS.table} className={classes.table}>
        <table data-short={(isLong && !isWhole) || undefined}>{children}</table>
      </ScrollBox>
      {isLong && (
        <Button
          variant="subtle"
          size="compact-xs"
          className={classes.showAll ?? ''}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? COMPONENT_TEXTS.showFewer : COMPONENT_TEXTS.showAll(count)}
        </Button>
      )}
    </>
  )
}

/** react-markdown gives a table its head and its body as elements. */
function countRows(children: unknown): number {
  const parts = Array.isArray(children) ? children : [children]
  const body = parts.find((part) => isValidElement<ComponentProps<'tbody'>>(part) && part.type === 'tbody')
  if (!isValidElement<ComponentProps<'tbody'>>(body)) return 0
  return Children.toArray(body.props.children).filter((row) => isValidElement(row)).length
}

function hostOf(href: string | undefined): string | null {
  if (!href) return null
  const url = URL.parse(href)
  return url && /^https?:$/.test(url.protocol) ? url.host : null
}
