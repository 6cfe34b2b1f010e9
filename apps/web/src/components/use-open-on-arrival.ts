'use client'

import { useEffect, useState } from 'react'

/**
 * For a menu whose script was loaded because its button was pressed: opens it once its own button is there and has
 * the keyboard, so that closing it gives the keyboard back to that button.
 */
export function useOpenOnArrival() {
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(true), [])
  return { opened, onChange: setOpened }
}
