'use client'

import { useMantineColorScheme } from '@mantine/core'
import {
  type Icon,
  IconDatabasePlus,
  IconKeyboard,
  IconLogout,
  IconMessagePlus,
  IconMoon,
  IconRobot,
  IconSparkles,
  IconSun,
  IconSunMoon,
  IconTerminal2,
} from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { useSignOut } from '#web/console/features/account/hooks.ts'
import { FRAME_TEXTS } from './texts.ts'

const texts = FRAME_TEXTS.commands
const SCHEMES = [
  { scheme: 'light', icon: IconSun },
  { scheme: 'dark', icon: IconMoon },
  { scheme: 'auto', icon: IconSunMoon },
] as const

const LINKS = [
  { label: FRAME_TEXTS.newChat, icon: IconMessagePlus, href: '/chats' },
  { label: texts.newAgent, icon: IconRobot, href: '/agents/new' },
  { label: texts.addModel, icon: IconSparkles, href: '/models?add' },
  { label: texts.addData, icon: IconDatabasePlus, href: '/sources' },
  { label: texts.writeSql, icon: IconTerminal2, href: '/sources/sql' },
] as const

/** Something that the palette does at a click. */
export type PaletteCommand = {
  readonly id: string
  readonly label: string
  readonly icon: Icon
  readonly run: () => void
}

/** What a person can do from every page. */
export function useCommands(onShortcuts: () => void): readonly PaletteCommand[] {
  const router = useRouter()
  const signOut = useSignOut()
  const { setColorScheme } = useMantineColorScheme()
  const links = LINKS.map(({ href, label, icon }) => ({
    id: label,
    label,
    icon,
    run: () => router.push(href),
  }))
  return [
    ...links,
    ...SCHEMES.map(({ scheme, icon }) => ({
      id: `appearance-${scheme}`,
      label: texts.appearance(FRAME_TEXTS.colourScheme[scheme]),
      icon,
      run: () => setColorScheme(scheme),
    })),
    { id: 'shortcuts', label: FRAME_TEXTS.shortcuts.title, icon: IconKeyboard, run: onShortcuts },
    { id: 'sign-out', label: FRAME_TEXTS.signOut, icon: IconLogout, run: () => signOut.mutate() },
  ]
}
