'use client'

import { Accordion, Button, Group, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { DataSource } from '@parley/contract'
import { IconArrowLeft, IconRefresh, IconSearch } from '@tabler/icons-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { DeleteButton } from '#web/console/components/delete-button.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { sentenceOf } from '#web/console/components/sentence-of.ts'
import { showDateTime } from '#web/console/components/time.ts'
import { isOffered, useSource } from '#web/console/queries/data-source.ts'
import { failureInPlaceOf } from '#web/console/trpc/failure-in-place-of.ts'
import { AskButton } from './components/ask-button.tsx'
import { RenameSource } from './components/rename-source.tsx'
import { TablePanel } from './components/table-panel.tsx'
import { useDeleteSource, useRefreshSource } from './hooks.ts'
import { SOURCE_TEXTS as texts } from './texts.ts'

/** One source: its tables with their columns and first rows. */
export function SourceDetail({ id }: { id: string }) {
  const source = useSource(id)
  const failure = failureInPlaceOf(source)
  if (failure) {
    return (
      <PageFrame isWide title={texts.title} actions={<BackButton />}>
        <ErrorNotice error={failure} onRetry={() => void source.refetch()} />
      </PageFrame>
    )
  }
  return (
    <PageFrame
      isWide
      title={source.data?.title ?? texts.title}
      tabTitle={source.data?.title}
      deletion={source.data && !isOffered(source.data) && <DeleteSource source={source.data} />}
      lead={source.data?.description ?? ''}
      actions={
        <Group gap="xs">
          <BackButton />
          {source.data && !isOffered(source.data) && <RefreshButton source={source.data} />}
          {source.data && !isOffered(source.data) && <RenameSource source={source.data} />}
          {source.data && <AskButton source={source.data} />}
        </Group>
      }
    >
      {source.data ? <Tables source={source.data} /> : <ListSkeleton rows={4} height={64} />}
    </PageFrame>
  )
}

function Tables({ source }: { source: DataSource }) {
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const tables = source.tables.filter(
    ({ name, columns }) =>
      name.toLowerCase().includes(wanted) ||
      columns.some((column) => column.name.toLowerCase().includes(wanted)),
  )
  return (
    <>
      <Text size="sm" c="dimmed">
        {texts.kinds[source.kind]} · {texts.tables(source.tables.length)} ·{' '}
        {isOffered(source) ? texts.offered : texts.added(showDateTime(source.created_at))}
        {source.address && ` · ${source.address}`} · {texts.inSql}{' '}
        <Text span ff="monospace" size="sm">
          {source.name}
        </Text>
      </Text>
      <TextInput
        type="search"
        aria-label={texts.findTable}
        placeholder={texts.findTable}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {tables.length === 0 && <Text c="dimmed">{texts.nothingFound}</Text>}
      <Accordion
        variant="separated"
        multiple
        chevronPosition="left"
        defaultValue={tables.slice(0, 1).map(({ name }) => name)}
      >
        {tables.map((table) => (
          <TablePanel key={table.name} source={source} table={table} />
        ))}
      </Accordion>
    </>
  )
}

function BackButton() {
  return (
    <Button
      component={Link}
      href="/sources"
      variant="default"
      leftSection={<IconArrowLeft size={16} aria-hidden />}
    >
      {texts.back}
    </Button>
  )
}

/** Files and samples do not change by themselves. */
function RefreshButton({ source }: { source: DataSource }) {
  const refresh = useRefreshSource()
  if (['file', 'sample', 'sqlite'].includes(source.kind)) return null
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={refresh.isPending}
      onClick={() =>
        refresh.mutate(
          { data_source_id: source.id },
          {
            onSuccess: () => notifications.show({ message: texts.refreshed }),
            onError: (error) =>
              notifications.show({ color: 'red', title: texts.refreshFailed, message: sentenceOf(error) }),
          },
        )
      }
    >
      {texts.refresh}
    </Button>
  )
}

function DeleteSource({ source }: { source: DataSource }) {
  const router = useRouter()
  const deletion = useDeleteSource()
  return (
    <DeleteButton
      texts={{ title: texts.deleteTitle, text: texts.deleteText(source.title) }}
      onConfirm={async () => {
        await deletion.mutateAsync({ data_source_id: source.id })
        router.push('/sources')
      }}
    />
  )
}
