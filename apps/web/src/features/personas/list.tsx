'use client'

import { Card, SimpleGrid, Text, Title } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorNotice } from '#web/components/error-notice.tsx'
import { ListSkeleton } from '#web/components/list-skeleton.tsx'
import { PageFrame } from '#web/components/page-frame.tsx'
import { usePersonas } from '#web/features/chats/hooks.ts'
import { PERSONA_TEXTS as texts } from './texts.ts'

/** The personas a chat can have. */
export function PersonasPage() {
  const personas = usePersonas()
  return (
    <PageFrame title={texts.title} lead={texts.lead}>
      {personas.isPending && <ListSkeleton />}
      {personas.isError && <ErrorNotice error={personas.error} onRetry={() => void personas.refetch()} />}
      {personas.data?.personas.length === 0 && (
        <EmptyState icon={IconMoodSmile} title={texts.none} text={texts.noneText} />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {personas.data?.personas.map((persona) => (
          <Card key={persona.id} withBorder padding="lg">
            <Title order={2} size="h5">
              {persona.name}
            </Title>
            <Text size="sm" c="dimmed" mt={4}>
              {persona.description}
            </Text>
            <Text size="xs" c="dimmed" mt="sm" ff="monospace">
              {texts.number(persona.id)}
            </Text>
          </Card>
        ))}
      </SimpleGrid>
    </PageFrame>
  )
}
