'use client'

import { Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronUp } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { earlyClick } from '#web/console/components/early/early-click.ts'
import { useLazyPart } from '#web/console/components/use-lazy-part.ts'
import classes from './frame.module.css'
import { FRAME_TEXTS } from './texts.ts'

const importItems = () => import('./account-menu-items.tsx').then((module) => module.AccountMenuItems)

/** The account button: the signed-in user, the colour scheme, sign-out. */
export function AccountMenu({ user }: { user: string }) {
  const { Part: Items, load } = useLazyPart(importItems)
  if (Items) return <Items target={<AccountButton user={user} autoFocus />} />
  return <AccountButton user={user} aria-haspopup="menu" aria-expanded={false} {...earlyClick(load)} />
}

/** A menu adds a class to its button, which must not replace the button's own. */
function AccountButton({ user, className = '', ...button }: { user: string } & ComponentProps<'button'>) {
  return (
    <UnstyledButton {...button} className={`${classes.account} ${className}`}>
      <Group gap="sm" wrap="nowrap">
        <VisuallyHidden>{FRAME_TEXTS.accountMenu}</VisuallyHidden>
        <span className={classes.initials} aria-hidden>
          {user.slice(2, 4)}
        </span>
        <Text size="sm" truncate flex={1}>
          {user}
        </Text>
        <IconChevronUp size={16} aria-hidden />
      </Group>
    </UnstyledButton>
  )
}
