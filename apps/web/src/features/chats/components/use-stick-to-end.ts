'use client'

import { useCallback, useEffect, useRef, useState } from 'react'

/** Pixels from the end within which the reader counts as being there. */
const NEAR_PX = 120
/** Scrolling within this time after a turn of the wheel, a touch or a key is the reader's own. */
const INTENT_MS = 1000

/**
 * Keeps the end of the page in view while it grows, until the reader scrolls away. `content` is the element that
 * grows.
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
      // What appears or shrinks moves the page too; only the reader's own scrolling lets go of the end.
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

/** Whether the reader has just reached for the wheel, the screen, the scroll bar or a key. */
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
