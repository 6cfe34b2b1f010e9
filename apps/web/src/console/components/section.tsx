import { Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A part of a page with its heading, on a card. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder radius="lg" p="lg" component="section" aria-label={title}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  )
}
