'use client'

import { useEffect, useState } from 'react'

/**
 * For a menu whose script loaded because its button was pressed: opens the menu once its own button is
 * rendered and focused, so that closing the menu returns the focus to that button.
 */
export function useOpenOnArrival() {
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(true), [])
  return { opened, onChange: setOpened }
}
