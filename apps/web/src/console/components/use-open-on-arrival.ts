'use client'

import { useLayoutEffect, useState } from 'react'

/**
 * For a menu whose script loaded because its button was pressed: opens the menu once its own button is
 * rendered and focused, so that closing the menu returns the focus to that button. A layout effect opens it
 * at once: the menu notes the focused button before a timer moves the focus to its first item.
 */
export function useOpenOnArrival() {
  const [opened, setOpened] = useState(false)
  useLayoutEffect(() => setOpened(true), [])
  return { opened, onChange: setOpened }
}
