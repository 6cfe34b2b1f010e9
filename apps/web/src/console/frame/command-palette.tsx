'use client'

import { useHotkeys } from '@mantine/hooks'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'

const Palette = dynamic(() => import('./palette.tsx').then((module) => module.Palette), { ssr: false })

type Props = { readonly isOpen: boolean; readonly onOpen: () => void; readonly onClose: () => void }

/** Control or Command and K: open any page with the keyboard. Its script loads on first use. */
export function CommandPalette({ isOpen, onOpen, onClose }: Props) {
  const [isWanted, setIsWanted] = useState(false)
  useHotkeys([['mod+K', onOpen]], [])
  useEffect(() => {
    if (isOpen) setIsWanted(true)
  }, [isOpen])
  return isWanted && <Palette isOpen={isOpen} onClose={onClose} />
}
