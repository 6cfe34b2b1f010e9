'use client'

import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import type { MenuTarget } from '#web/console/components/lazy-menu.tsx'
import { useOpenOnArrival } from '#web/console/components/use-open-on-arrival.ts'
import { useSignOut } from '#web/console/features/account/hooks.ts'
import { FRAME_TEXTS } from './texts.ts'

const SCHEMES = ['auto', 'light', 'dark'] as const

/** The open menu: the colour scheme and sign-out. */
export function AccountMenuItems({ target }: MenuTarget) {
  const signOut = useSignOut()
  const menu = useOpenOnArrival()
  return (
    <Menu position="top-start" width="target" {...menu}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <ColourSchemes />
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

function is(wanted: string) {
  return (scheme: string) => scheme === wanted
}
