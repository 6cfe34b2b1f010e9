'use client'

import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { earlyClick } from './early/early-click.ts'
import { IconAction } from './icon-action.tsx'
import { COMPONENT_TEXTS } from './texts.ts'

type Props = {
  /** The text, or a function that returns it when it is copied. */
  readonly value: string | (() => string)
  readonly label: string
  readonly isIconOnly?: boolean
}

/** Copies a text and confirms it for two seconds. */
export function CopyButton({ value, label, isIconOnly = false }: Props) {
  const { copied, copy: write } = useClipboard({ timeout: 2000 })
  const copy = () => write(typeof value === 'function' ? value() : value)
  const name = copied ? COMPONENT_TEXTS.copied : label
  const CopyIcon = copied ? IconCheck : IconCopy
  if (isIconOnly) return <IconAction label={name} icon={CopyIcon} onClick={copy} />
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<CopyIcon size={16} aria-hidden />}
      {...earlyClick(copy)}
    >
      {name}
    </Button>
  )
}
