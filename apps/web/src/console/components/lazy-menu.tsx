'use client'

import type { Icon } from '@tabler/icons-react'
import type { ComponentType, ReactElement } from 'react'
import { IconAction } from './icon-action.tsx'
import { useLazyPart } from './use-lazy-part.ts'

/** The props of an opened menu: its button. */
export type MenuTarget = { readonly target: ReactElement }

type Props<Own> = {
  readonly label: string
  readonly icon: Icon
  /** Declare it outside of components, so that it stays the same. */
  readonly importMenu: () => Promise<ComponentType<Own & MenuTarget>>
  readonly menuProps: Own
}

/** The button of a menu; the menu's script loads on first use, and the menu then opens. */
export function LazyMenu<Own extends object>({ label, icon, importMenu, menuProps }: Props<Own>) {
  const { Part: Menu, load } = useLazyPart(importMenu)
  const look = { label, icon, iconSize: 18, size: 'md' } as const
  if (Menu) return <Menu {...menuProps} target={<IconAction {...look} autoFocus />} />
  return <IconAction {...look} aria-haspopup="menu" aria-expanded={false} onClick={load} />
}
