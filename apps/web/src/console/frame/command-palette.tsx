'use client'

import { useHotkeys } from '@mantine/hooks'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import type { PaletteView } from './palette.tsx'

const Palette = dynamic(() => import('./palette.tsx').then((module) => module.Palette), { ssr: false })

type Props = {
  readonly view: PaletteView
  readonly isAdministrator: boolean
  readonly onView: (view: PaletteView) => void
}

/** Control or Command and K: pages and commands by name. Question mark: the shortcuts. Its script loads on first use. */
export function CommandPalette(props: Props) {
  const { view, onView } = props
  const [isWanted, setIsWanted] = useState(false)
  useHotkeys([['mod+K', () => onView('search')]], [])
  useHotkeys([['shift+?', () => onView('shortcuts')]])
  useEffect(() => {
    if (view) setIsWanted(true)
  }, [view])
  return isWanted && <Palette {...props} />
}
