'use client'

import { Button, CopyButton as Copy } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { IconAction } from './icon-action.tsx'
import { COMPONENT_TEXTS } from './texts.ts'

type Props = {
  readonly value: string
  readonly label: string
  readonly isIconOnly?: boolean
}

/** Copies a text and confirms it for two seconds. */
export function CopyButton({ value, label, isIconOnly = false }: Props) {
  return (
    <Copy value={value} timeout={2000}>
      {({ copied, copy }) => {
        const name = copied ? COMPONENT_TEXTS.copied : label
        const CopyIcon = copied ? IconCheck : IconCopy
        if (isIconOnly) return <IconAction label={name} icon={CopyIcon} onClick={copy} />
        return (
          <Button variant="default" size="xs" leftSection={<CopyIcon size={16} aria-hidden />} onClick={copy}>
            {name}
          </Button>
        )
      }}
    </Copy>
  )
}
