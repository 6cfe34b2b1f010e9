'use client'

import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { keepLanguage } from '#web/console/components/language/keep-language.ts'
import type { MenuTarget } from '#web/console/components/lazy-menu.tsx'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import { useOpenOnArrival } from '#web/console/components/use-open-on-arrival.ts'
import { useSignOut } from '#web/console/features/account/hooks.ts'
import { isLanguage, LANGUAGES } from '#web/language/languages.ts'
import { pageLanguage } from '#web/language/page-language.ts'
import { FRAME_TEXTS } from './texts.ts'

const SCHEMES = ['auto', 'light', 'dark'] as const

/** The open menu: the colour scheme, the language and sign-out. */
export function AccountMenuItems({ target }: MenuTarget) {
  const signOut = useSignOut()
  const menu = useOpenOnArrival()
  return (
    <Menu position="top-start" width="target" {...menu}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <ColourSchemes />
        <Menu.Divider />
        <Languages />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => signOut.mutate()}>
          {FRAME_TEXTS.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function ColourSchemes() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{FRAME_TEXTS.colourScheme.label}</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(scheme) => SCHEMES.filter(is(scheme)).forEach(setColorScheme)}
      >
        {SCHEMES.map((scheme) => (
          <Menu.RadioItem key={scheme} value={scheme}>
            {FRAME_TEXTS.colourScheme[scheme]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

function Languages() {
  return (
    <>
      <Menu.Label>{COMPONENT_TEXTS.language}</Menu.Label>
      <Menu.RadioGroup
        value={pageLanguage().language}
        onChange={(tag) => isLanguage(tag) && keepLanguage(tag)}
      >
        {Object.entries(LANGUAGES).map(([tag, name]) => (
          <Menu.RadioItem key={tag} value={tag} lang={tag}>
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

function is(wanted: string) {
  return (scheme: string) => scheme === wanted
}
