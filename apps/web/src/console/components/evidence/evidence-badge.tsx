'use client'

import { Badge, Group, Text } from '@mantine/core'
import type { Evidence } from '@parley/contract'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { EVIDENCE_TEXTS as texts } from './texts.ts'

/** How many numbers of an answer are proven. Nothing for an answer without numbers. */
export function EvidenceBadge({ evidence }: { readonly evidence: Evidence }) {
  const { numbers, proven, repair } = evidence
  if (numbers === 0) return null
  const isWhole = proven === numbers
  const Icon = isWhole ? IconCircleCheck : IconCircleDashed
  return (
    <Group gap={8}>
      <Badge
        variant="light"
        color={isWhole ? 'brand' : 'gray'}
        size="md"
        tt="none"
        fw={500}
        leftSection={<Icon size={14} aria-hidden />}
      >
        {texts.badge(proven, numbers)}
      </Badge>
      {repair?.is_replaced && (
        <Text size="xs" c="dimmed">
          {texts.corrected}
        </Text>
      )}
    </Group>
  )
}
