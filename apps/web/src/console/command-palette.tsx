'use client'

import { useHotkeys } from '@mantine/hooks'
import dynamic from 'next/dynamic'
import { useState } from 'react'

const Palette = dynamic(() => import('./palette.tsx').then((module) => module.Palette), { ssr: false })

/** Control or Command and K: go anywhere from the keyboard. Its script comes at the first use. */
export function CommandPalette() {
  const [isOpen, setIsOpen] = useState(false)
  const [isWanted, setIsWanted] = useState(false)
  const open = () => {
    setIsWanted(true)
    setIsOpen(true)
  }
  useHotkeys([['mod+K', open]], [])
  return isWanted && <Palette isOpen={isOpen} onClose={() => setIsOpen(false)} />
}
