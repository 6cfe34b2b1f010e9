'use client'

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import classes from './virtual-history.module.css'

/** Estimated height of a message until it is drawn. */
const ESTIMATED_PX = 180
const DRAWN_AROUND = 8

type Props = {
  readonly count: number
  readonly render: (index: number) => ReactNode
}

/** A long history: the page contains only the visible messages and those near them. */
export function VirtualHistory({ count, render }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const [offsetPx, setOffsetPx] = useState(0)
  useLayoutEffect(() => setOffsetPx(list.current?.offsetTop ?? 0), [])
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => ESTIMATED_PX,
    overscan: DRAWN_AROUND,
    scrollMargin: offsetPx,
  })
  return (
    <div ref={list} className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, start }) => (
        <div
          key={index}
          ref={virtualizer.measureElement}
          data-index={index}
          className={classes.item}
          style={{ transform: `translateY(${start - offsetPx}px)` }}
        >
          {render(index)}
        </div>
      ))}
    </div>
  )
}
