'use client'

import { Avatar, Group, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconChevronUp, IconLogout } from '@tabler/icons-react'
import { useSignOut } from '#web/features/account/hooks.ts'
import classes from './frame.module.css'
import { FRAME_TEXTS } from './texts.ts'

const SCHEMES = ['auto', 'light', 'dark'] as const

/** Who is signed in, the colour scheme, and the way out. */
export function AccountMenu({ user }: { user: string }) {
  const signOut = useSignOut()
  return (
    <Menu position="top-start" width="target">
      <Menu.Target>
        <UnstyledButton className={classes.account} aria-label={FRAME_TEXTS.accountMenu(user)}>
          <Group gap="sm" wrap="nowrap">
            <Avatar size={28} color="brand" radius="xl" aria-hidden>
              {user.slice(2, 4)}
            </Avatar>
            <Text size="sm" truncate flex={1}>
              {user}
            </Text>
            <IconChevronUp size={16} aria-hidden />
          </Group>
        </UnstyledButton>
      </Menu.Target>
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
