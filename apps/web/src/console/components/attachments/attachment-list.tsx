'use client'

import { Text } from '@mantine/core'
import { type ComponentProps, useEffect } from 'react'
import { useLazyPart } from '../use-lazy-part.ts'
import type { AttachmentChips } from './attachment-chips.tsx'

const importChips = () => import('./attachment-chips.tsx').then((module) => module.AttachmentChips)

/** The files and texts of a question. Without a connection their names and failures stand in place of the chips. */
export function AttachmentList(props: ComponentProps<typeof AttachmentChips>) {
  const { list } = props.attachments
  const { Part: Chips, load } = useLazyPart(importChips)
  // A script that failed to load is asked for again when the list changes.
  useEffect(load, [load, list])
  if (Chips) return <Chips {...props} />
  return list.map((entry) => (
    <Text key={entry.id} size="sm" role={entry.phase === 'failed' ? 'alert' : undefined}>
      {entry.phase === 'failed' ? `${entry.name}: ${entry.sentence}` : entry.name}
    </Text>
  ))
}
