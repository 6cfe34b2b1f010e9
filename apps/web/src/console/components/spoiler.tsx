'use client'

import { Box, Group, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './spoiler.module.css'

type Props = {
  readonly label: ReactNode
  /** Shown while the pointer or the focus is on the line. */
  readonly hint?: string | undefined
  readonly isOpenAtFirst?: boolean
  readonly children: ReactNode
}

/** A line that opens the content below it; the content is rendered only while it is open. */
export function Spoiler({ label, hint, isOpenAtFirst = false, children }: Props) {
  const [isOpen, { toggle }] = useDisclosure(isOpenAtFirst)
  const id = useId()
  return (
    <div>
      <UnstyledButton
        className={classes.button}
        onClick={toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-description={hint}
        data-hint={hint}
      >
        <Group gap={6} wrap="nowrap">
          <IconChevronRight size={16} className={classes.chevron} data-open={isOpen} aria-hidden />
          {label}
        </Group>
      </UnstyledButton>
      <Box id={id} className={classes.content} hidden={!isOpen}>
        {isOpen && children}
      </Box>
    </div>
  )
}
