'use client'

import { Badge, Button, Card, Group, Modal, SimpleGrid, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDatabase, IconPlugConnected, IconTerminal2 } from '@tabler/icons-react'
import Link from 'next/link'
import { earlyClick } from '#web/console/components/early/early-click.ts'
import { EmptyState } from '#web/console/components/empty-state.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { useAddInAddress } from '#web/console/components/use-add-in-address.ts'
import { isOffered, useSources } from '#web/console/queries/data-source.ts'
import { translateSentence } from '#web/language/translate-sentence.ts'
import { ConnectionForm } from './components/connection-form.tsx'
import { SampleSources } from './components/sample-sources.tsx'
import { UploadForm } from './form.tsx'
import { SOURCE_TEXTS as texts } from './texts.ts'

/** The upload, the connected sources, the samples. */
export function SourcesPage() {
  const sources = useSources()
  const [isConnecting, form] = useDisclosure(false)
  useAddInAddress(form.open)
  return (
    <PageFrame
      isWide
      title={texts.title}
      lead={texts.lead}
      actions={
        <Group gap="xs">
          <Button
            component={Link}
            href="/sources/sql"
            variant="default"
            leftSection={<IconTerminal2 size={16} aria-hidden />}
          >
            {texts.sql.open}
          </Button>
          <Button leftSection={<IconPlugConnected size={16} aria-hidden />} {...earlyClick(form.open)}>
            {texts.connection.add}
          </Button>
        </Group>
      }
    >
      <UploadForm />
      {sources.isPending && <ListSkeleton rows={3} height={90} />}
      {sources.isError && <ErrorNotice error={sources.error} onRetry={() => void sources.refetch()} />}
      {sources.data?.data_sources.length === 0 && (
        <EmptyState icon={IconDatabase} title={texts.none} text={texts.noneText} />
      )}
      <SimpleGrid minColWidth="18rem">
        {sources.data?.data_sources.map((source) => (
          <Card
            key={source.id}
            withBorder
            padding="lg"
            component={Link}
            href={`/sources/${source.id}`}
            prefetch={false}
          >
            <Group justify="space-between" wrap="nowrap">
              <Title order={2} size="h5" lineClamp={1}>
                {source.title}
              </Title>
              <Badge variant="light" color={source.kind === 'sample' || isOffered(source) ? 'gray' : 'brand'}>
                {texts.kinds[source.kind]}
              </Badge>
            </Group>
            <Text size="sm" c="dimmed" lineClamp={2}>
              {translateSentence(source.description)}
            </Text>
            <Text size="xs" c="dimmed" mt="xs">
              {texts.tables(source.table_count)} · {source.name}
            </Text>
          </Card>
        ))}
      </SimpleGrid>
      <Modal opened={isConnecting} onClose={form.close} title={texts.connection.title} size="lg">
        <ConnectionForm />
      </Modal>
      <SampleSources connected={sources.data?.data_sources ?? []} />
    </PageFrame>
  )
}
