'use client'

import { useCallback, useEffect, useRef, useState } from 'react'

/** Pixels from the end within which the reader counts as being there. */
const NEAR_PX = 120

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
    let lastPx = window.scrollY
    const onScroll = () => {
      // Content that grew below is no reason to let go; only scrolling up is.
      const hasMovedUp = window.scrollY < lastPx
      lastPx = window.scrollY
      if (distanceToEnd() < NEAR_PX) isStuck.current = true
      else if (hasMovedUp) isStuck.current = false
      setIsAtEnd(isStuck.current)
    }
    const observer = new ResizeObserver(() => isStuck.current && jump())
    if (content.current) observer.observe(content.current)
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', onScroll)
    }
  }, [jump])

  return { content, isAtEnd, jump }
}

function distanceToEnd(): number {
  return document.documentElement.scrollHeight - window.scrollY - window.innerHeight
}
