import { Card, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './figure-card.module.css'

type Props = {
  readonly label: string
  /** Undefined while it is loading. */
  readonly value: ReactNode
  readonly hint?: ReactNode
}

/** One figure of an overview, in one line, with the same height while it loads. */
export function FigureCard({ label, value, hint }: Props) {
  return (
    <Card withBorder padding="md" component="section" aria-label={label}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fw={600} component="div" className={classes.value ?? ''}>
        {value ?? <Skeleton height={22} my={3} />}
      </Text>
      <Text size="xs" c="dimmed" component="div" mih="1.45em">
        {value !== undefined && hint}
      </Text>
    </Card>
  )
}
