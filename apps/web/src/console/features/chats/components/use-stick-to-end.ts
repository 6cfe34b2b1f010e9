'use client'

import { useCallback, useEffect, useRef, useState } from 'react'

/** Maximum distance from the end, in pixels, at which the reader counts as being at the end. */
const NEAR_PX = 120
/** Scrolling within this time after a wheel, touch or key event is the reader's. */
const INTENT_MS = 1000

/**
 * Keeps the end of the page in view while the page grows, until the reader scrolls away. `content` is the
 * growing element.
 */
export function useStickToEnd() {
  const content = useRef<HTMLDivElement>(null)
  const isStuck = useRef(true)
  const [isAtEnd, setIsAtEnd] = useState(true)

  const jump = useCallback(() => {
    isStuck.current = true
    window.scrollTo({ top: document.documentElement.scrollHeight })
  }, [])

  useEffect(() => {
    const hasIntent = watchIntent()
    const onScroll = () => {
      // Content that appears or shrinks scrolls the page too; only the reader's own scrolling stops this.
      if (distanceToEnd() < NEAR_PX) isStuck.current = true
      else if (hasIntent.read()) isStuck.current = false
      setIsAtEnd(isStuck.current)
    }
    const observer = new ResizeObserver(() => isStuck.current && jump())
    if (content.current) observer.observe(content.current)
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      hasIntent.end()
      window.removeEventListener('scroll', onScroll)
    }
  }, [jump])

  return { content, isAtEnd, jump }
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

function distanceToEnd(): number {
  return document.documentElement.scrollHeight - window.scrollY - window.innerHeight
}
