'use client'

import { ActionIcon, Button, CopyButton as Copy, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { COMPONENT_TEXTS } from './texts.ts'

type Props = {
  readonly value: string
  readonly label: string
  readonly isIconOnly?: boolean
}

/** Copies a text and says so for two seconds. */
export function CopyButton({ value, label, isIconOnly = false }: Props) {
  return (
    <Copy value={value} timeout={2000}>
      {({ copied, copy }) => {
        const icon = copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
        const name = copied ? COMPONENT_TEXTS.copied : label
        if (!isIconOnly) {
          return (
            <Button variant="default" size="xs" leftSection={icon} onClick={copy}>
              {name}
            </Button>
          )
        }
        return (
          <Tooltip label={name}>
            <ActionIcon variant="subtle" color="gray" aria-label={name} onClick={copy}>
              {icon}
            </ActionIcon>
          </Tooltip>
        )
      }}
    </Copy>
  )
}
