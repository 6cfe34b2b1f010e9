'use client'

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import classes from './virtual-chats.module.css'

const ROW_PX = 44
const DRAWN_AROUND = 12

type Props = {
  readonly count: number
  readonly render: (index: number) => ReactNode
  /** Called when the last rows are near; absent while there are no more. */
  readonly onEnd: (() => void) | undefined
}

/** A list of any length: the page contains only the visible rows and those near them. */
export function VirtualChats({ count, render, onEnd }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [offsetPx, setOffsetPx] = useState(0)
  // The pinned chats above arrive later.
  useLayoutEffect(() => setOffsetPx(list.current?.offsetTop ?? 0))
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_PX,
    overscan: DRAWN_AROUND,
    scrollMargin: offsetPx,
  })
  const drawn = virtualizer.getVirtualItems()
  const isNearEnd = (drawn.at(-1)?.index ?? 0) >= count - DRAWN_AROUND
  useEffect(() => {
    if (isNearEnd) onEnd?.()
  }, [isNearEnd, onEnd])
  return (
    <ul ref={list} className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
      {drawn.map(({ index, start }) => (
        <li
          key={index}
          ref={virtualizer.measureElement}
          data-index={index}
          className={classes.item}
          style={{ transform: `translateY(${start - offsetPx}px)` }}
        >
          {render(index)}
        </li>
      ))}
    </ul>
  )
}
