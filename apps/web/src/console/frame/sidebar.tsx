'use client'

import { ActionIcon, AppShell, Box, Button, Group, NavLink, Stack } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconMessagePlus, IconSearch, IconSettings, IconShieldCog } from '@tabler/icons-react'
import { usePathname } from 'next/navigation'
import { Brand } from '#web/console/components/brand.tsx'
import { earlyClick } from '#web/console/components/early/early-click.ts'
import { IntentLink } from '#web/console/components/intent-link.tsx'
import { RecentChats } from '#web/console/features/chats/components/recent-chats.tsx'
import { AccountMenu } from './account-menu.tsx'
import classes from './frame.module.css'
import { ADMINISTRATION_PAGES, isCurrentPage, MAIN_PAGES, pageName, SETTINGS_PAGES } from './navigation.ts'
import { FRAME_TEXTS } from './texts.ts'

/** From this width on the navigation is a column; on narrower screens it is behind a button. */
const WIDE = '(min-width: 48em)'

type Props = {
  readonly user: string
  readonly isAdministrator: boolean
  /** Whether it is open on a narrow screen. */
  readonly isOpen: boolean
  readonly onSearch: () => void
}

/** Brand, search, new chat, pages, recent chats, account. */
export function Sidebar({ user, isAdministrator, isOpen, onSearch }: Props) {
  const isShown = useMediaQuery(WIDE) || isOpen
  return (
    <>
      <AppShell.Section p="md" pb="xs">
        <Stack gap="md">
          {/* A phone has it in the header above. */}
          <Box component={IntentLink} href="/chats" className={classes.brand} visibleFrom="sm">
            <Brand />
          </Box>
          <Group gap="xs" wrap="nowrap">
            <Button
              component={IntentLink}
              href="/chats"
              variant="default"
              flex={1}
              leftSection={<IconMessagePlus size={18} aria-hidden />}
              justify="flex-start"
            >
              {FRAME_TEXTS.commands.newChat}
            </Button>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={FRAME_TEXTS.palette.open}
              title={FRAME_TEXTS.palette.hint}
              {...earlyClick(onSearch)}
            >
              <IconSearch size={18} aria-hidden />
            </ActionIcon>
          </Group>
        </Stack>
      </AppShell.Section>
      <AppShell.Section grow className={classes.scroll} px="xs">
        <nav aria-label={FRAME_TEXTS.mainNavigation}>
          <PageLinks pages={MAIN_PAGES} />
          <Configuration />
          {isAdministrator && <Administration />}
        </nav>
        <RecentChats isShown={isShown} />
      </AppShell.Section>
      <AppShell.Section p="xs" className={classes.footer}>
        <AccountMenu user={user} />
      </AppShell.Section>
    </>
  )
}

/** Open because the user opened it, or because one of its pages is shown. */
function Configuration() {
  const path = usePathname()
  const isInside = SETTINGS_PAGES.some(({ href }) => isCurrentPage(href, path))
  const [isOpen, { toggle }] = useDisclosure(false)
  return (
    <NavLink
      component="button"
      label={FRAME_TEXTS.settings}
      leftSection={<IconSettings size={18} stroke={1.6} aria-hidden />}
      opened={isOpen || isInside}
      {...earlyClick(toggle)}
      childrenOffset={12}
      className={classes.link}
    >
      <PageLinks pages={SETTINGS_PAGES} />
    </NavLink>
  )
}

/** For administrators. Always open, because it has few pages. */
function Administration() {
  return (
    <NavLink
      component="div"
      label={FRAME_TEXTS.administration}
      leftSection={<IconShieldCog size={18} stroke={1.6} aria-hidden />}
      opened
      disableRightSectionRotation
      rightSection={null}
      childrenOffset={12}
      className={classes.link}
    >
      <PageLinks pages={ADMINISTRATION_PAGES} />
    </NavLink>
  )
}

type Pages = typeof MAIN_PAGES | typeof SETTINGS_PAGES | typeof ADMINISTRATION_PAGES

function PageLinks({ pages }: { readonly pages: Pages }) {
  const path = usePathname()
  return pages.map(({ href, name, icon: Icon }) => (
    <NavLink
      key={href}
      component={IntentLink}
      href={href}
      label={pageName({ name })}
      active={isCurrentPage(href, path)}
      aria-current={isCurrentPage(href, path) ? 'page' : undefined}
      leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
      className={classes.link}
    />
  ))
}
