'use client'

import { useHotkeys } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { lazyPart } from '#web/console/components/lazy-part.tsx'
import type { PaletteView } from './palette.tsx'

const Palette = lazyPart(() => import('./palette.tsx').then((module) => module.Palette))

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
