'use client'

import { AppShell, Burger, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { usePathname } from 'next/navigation'
import { Activity, type ReactNode, useEffect, useState } from 'react'
import { earlyClick } from '#web/console/components/early/early-click.ts'
// Listens before all components.
import '#web/console/components/bare-escape.ts'
import { Brand } from '#web/console/components/brand.tsx'
import { IntentLink } from '#web/console/components/intent-link.tsx'
import { CommandPalette } from './command-palette.tsx'
import classes from './frame.module.css'
import type { PaletteView } from './palette.tsx'
import { Sidebar } from './sidebar.tsx'
import { FRAME_TEXTS } from './texts.ts'

type Props = { readonly user: string; readonly isAdministrator: boolean; readonly children: ReactNode }

/** The navigation around every page: a column on wide screens, behind a button on narrow ones. */
export function Frame({ user, isAdministrator, children }: Props) {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const [paletteView, setPaletteView] = useState<PaletteView>(null)
  const path = usePathname()
  // A new page closes the navigation it was chosen from.
  useEffect(close, [path])

  return (
    <AppShell
      header={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: 272, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
    >
      <a href="#content" className={classes.skip}>
        {FRAME_TEXTS.skipToContent}
      </a>
      <AppShell.Header hiddenFrom="sm" px="md">
        <Group h="100%">
          <Burger
            opened={isOpen}
            {...earlyClick(toggle)}
            size="sm"
            aria-label={isOpen ? FRAME_TEXTS.closeNavigation : FRAME_TEXTS.openNavigation}
          />
          <IntentLink href="/chats" className={classes.brand}>
            <Brand />
          </IntentLink>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar}>
        {/*
          Separate boundaries: React hydrates them one after the other. A boundary of Suspense would do this too, but the
          server sends a large one behind the page, and the browser shows it up to 0.3 s later.
        */}
        <Activity>
          <Sidebar
            user={user}
            isAdministrator={isAdministrator}
            isOpen={isOpen}
            onSearch={() => setPaletteView('search')}
          />
        </Activity>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <Activity>{children}</Activity>
      </AppShell.Main>
      <CommandPalette view={paletteView} isAdministrator={isAdministrator} onView={setPaletteView} />
    </AppShell>
  )
}
