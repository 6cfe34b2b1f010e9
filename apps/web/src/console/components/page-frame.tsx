import { Box, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { TabTitle } from './tab-title.tsx'

type Props = {
  readonly title: string
  readonly lead?: string
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  /** For tables and cards, which use the width of a large screen; forms and text do not. */
  readonly isWide?: boolean
  /** The name of the record that the page shows, for the browser's tab. */
  readonly tabTitle?: string | undefined
  /** The button that deletes the record. It stands below everything else. */
  readonly deletion?: ReactNode
  readonly children: ReactNode
}

/** A page with its heading, at a comfortable width for text. */
export function PageFrame({ title, lead, actions, isWide = false, tabTitle, deletion, children }: Props) {
  return (
    <Box
      maw={isWide ? 'var(--wide-page-width)' : 'var(--page-width)'}
      mx="auto"
      px={{ base: 'md', sm: 'xl' }}
      py={{ base: 'md', sm: 'xl' }}
    >
      {tabTitle && <TabTitle name={tabTitle} />}
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
        {deletion && (
          <Group justify="flex-end" pt="md" style={{ borderTop: '1px solid var(--parley-border)' }}>
            {deletion}
          </Group>
        )}
      </Stack>
    </Box>
  )
}
