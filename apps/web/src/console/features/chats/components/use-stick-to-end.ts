'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { type Follows, followAfterScroll } from './follow-after-scroll.ts'

/** Maximum distance from the end, in pixels, at which the reader counts as being at the end. */
const NEAR_PX = 120
/** Scrolling within this time after a wheel, touch or key event is the reader's. */
const INTENT_MS = 1000

/**
 * Keeps the newest exchange in view while the page grows, until the reader scrolls away. An exchange that is higher than the
 * window is shown from its question on, so that a chart is seen before the table below it. `content` is the growing
 * element. `jump` shows the end; `follow` lets the page show the next exchange when it arrives.
 */
export function useStickToEnd() {
  const content = useRef<HTMLDivElement>(null)
  const follows = useRef<Follows>('exchange')
  /** Where the page scrolled to itself. */
  const ownPx = useRef(0)
  const [isAtEnd, setIsAtEnd] = useState(true)

  const show = useCallback((what: 'exchange' | 'end') => {
    follows.current = what
    window.scrollTo({ top: Math.min(endPx(), what === 'end' ? endPx() : exchangePx(content.current)) })
    ownPx.current = window.scrollY
    setIsAtEnd(distanceToEnd() < NEAR_PX)
  }, [])
  const jump = useCallback(() => show('end'), [show])
  const follow = useCallback(() => {
    follows.current = 'exchange'
  }, [])

  useEffect(() => {
    const hasIntent = watchIntent()
    const onScroll = () => {
      const isNearEnd = distanceToEnd() < NEAR_PX
      follows.current = followAfterScroll(follows.current, {
        isNearEnd,
        isOwn: Math.abs(window.scrollY - ownPx.current) <= 1,
        isPastQuestion: window.scrollY > exchangePx(content.current) + 1,
        hasIntent: hasIntent.read(),
      })
      setIsAtEnd(isNearEnd)
    }
    const observer = new ResizeObserver(() => {
      if (follows.current === 'nothing') setIsAtEnd(distanceToEnd() < NEAR_PX)
      else show(follows.current)
    })
    if (content.current) observer.observe(content.current)
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      hasIntent.end()
      window.removeEventListener('scroll', onScroll)
    }
  }, [show])

  return { content, isAtEnd, jump, follow }
}

/** Whether the reader has just used the wheel, the screen, the scroll bar or a key. */
function watchIntent() {
  const controller = new AbortController()
  let newestMs = Number.NEGATIVE_INFINITY
  const note = () => {
    newestMs = performance.now()
  }
  for (const event of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
    window.addEventListener(event, note, { passive: true, signal: controller.signal })
  }
  return {
    read: () => performance.now() - newestMs < INTENT_MS,
    end: () => controller.abort(),
  }
}

function endPx(): number {
  return document.documentElement.scrollHeight - window.innerHeight
}

function distanceToEnd(): number {
  return endPx() - window.scrollY
}

/**
 * How far the page is scrolled when the newest question is where the first message is without scrolling. The end when
 * the newest question is not in the page.
 */
function exchangePx(content: HTMLElement | null): number {
  const newest = content?.querySelector('[data-newest]')
  const first = content?.firstElementChild
  if (!newest || !first) return endPx()
  return newest.getBoundingClientRect().top - first.getBoundingClientRect().top
}
