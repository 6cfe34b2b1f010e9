import { Box, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  readonly title: string
  readonly lead?: string
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  /** For tables and cards, which use the width of a large screen; forms and text do not. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** A page with its heading, at a comfortable width for text. */
export function PageFrame({ title, lead, actions, isWide = false, children }: Props) {
  return (
    <Box
      maw={isWide ? 'var(--wide-page-width)' : 'var(--page-width)'}
      mx="auto"
      px={{ base: 'md', sm: 'xl' }}
      py={{ base: 'md', sm: 'xl' }}
    >
      <Stack gap="xl">
        <Group justify="space-between" align="flex-start" gap="md">
          <Stack gap={4} style={{ flex: '1 1 20rem' }}>
            <Title order={1} size="h2">
              {title}
            </Title>
            {lead && (
              <Text c="dimmed" maw={720}>
                {lead}
              </Text>
            )}
          </Stack>
          {actions}
        </Group>
        {children}
      </Stack>
    </Box>
  )
}
