'use client'

import { useMantineColorScheme } from '@mantine/core'
import {
  type Icon,
  IconBook2,
  IconDatabasePlus,
  IconKey,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMessagePlus,
  IconMoodSmile,
  IconMoon,
  IconPlugConnected,
  IconRobot,
  IconSparkles,
  IconSun,
  IconSunMoon,
  IconTerminal2,
  IconWebhook,
} from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { keepLanguage } from '#web/console/components/language/keep-language.ts'
import { useSignOut } from '#web/console/features/account/hooks.ts'
import { isLanguage, LANGUAGES } from '#web/language/languages.ts'
import { FRAME_TEXTS } from './texts.ts'

const texts = FRAME_TEXTS.commands
const SCHEMES = [
  { scheme: 'light', icon: IconSun },
  { scheme: 'dark', icon: IconMoon },
  { scheme: 'auto', icon: IconSunMoon },
] as const

const LINKS = [
  { name: 'newChat', icon: IconMessagePlus, href: '/chats' },
  { name: 'newAgent', icon: IconRobot, href: '/agents/new' },
  { name: 'addModel', icon: IconSparkles, href: '/models?add' },
  { name: 'addData', icon: IconDatabasePlus, href: '/sources' },
  { name: 'connectSource', icon: IconPlugConnected, href: '/sources?add' },
  { name: 'writeSql', icon: IconTerminal2, href: '/sources/sql' },
  { name: 'addDefinition', icon: IconBook2, href: '/definitions?add' },
  { name: 'addPersona', icon: IconMoodSmile, href: '/settings/personas?add' },
  { name: 'createApiKey', icon: IconKey, href: '/settings/api-keys?add' },
  { name: 'addWebhook', icon: IconWebhook, href: '/settings/webhooks?add' },
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
  const links = LINKS.map(({ href, name, icon }) => ({
    id: name,
    label: texts[name],
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
    ...Object.entries(LANGUAGES).map(([tag, name]) => ({
      id: `language-${tag}`,
      label: texts.language(name),
      icon: IconLanguage,
      run: () => isLanguage(tag) && keepLanguage(tag),
    })),
    { id: 'shortcuts', label: FRAME_TEXTS.shortcuts.title, icon: IconKeyboard, run: onShortcuts },
    { id: 'sign-out', label: FRAME_TEXTS.signOut, icon: IconLogout, run: () => signOut.mutate() },
  ]
}
