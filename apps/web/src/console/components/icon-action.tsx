'use client'

import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { Ref } from 'react'
import { earlyClick } from './early/early-click.ts'
import classes from './icon-action.module.css'

type Props = Pick<ActionIconProps, 'variant' | 'color' | 'size' | 'radius' | 'disabled' | 'loading'> & {
  readonly label: string
  readonly icon: Icon
  readonly iconSize?: number
  readonly onClick?: () => void
  readonly ref?: Ref<HTMLButtonElement>
  readonly 'aria-expanded'?: boolean
  readonly 'aria-haspopup'?: 'menu'
  /** For a button that is on or off. */
  readonly 'aria-pressed'?: boolean
  /** For a button that replaces the pressed one. */
  readonly autoFocus?: boolean
  readonly className?: string
}

/** An icon button; its name shows on hover and on keyboard focus. */
export function IconAction({ label, icon: Icon, iconSize = 16, className, onClick, ...button }: Props) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      {...button}
      {...(onClick && earlyClick(onClick))}
      aria-label={label}
      data-hint={label}
      className={`${classes.action} ${className ?? ''}`}
    >
      <Icon size={iconSize} aria-hidden />
    </ActionIcon>
  )
}
