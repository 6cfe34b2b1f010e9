'use client'

import { Badge, Table, Text } from '@mantine/core'
import type { AuditEvent } from '@parley/contract'
import { IconListSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { EmptyState } from '#web/console/components/empty-state.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { FurtherPage } from '#web/console/components/further-page.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { ScrollBox } from '#web/console/components/scroll-box.tsx'
import { showDateTime } from '#web/console/components/time.ts'
import { FilterForm } from './filter-form.tsx'
import { type ShownFilter, useEvents } from './hooks.ts'
import { EVENT_TEXTS as texts } from './texts.ts'

/** What happened, for administrators, with filters. */
export function EventsPage() {
  const [filter, setFilter] = useState<ShownFilter>({})
  const events = useEvents(filter)
  const list = events.data?.pages.flatMap((page) => page.events)
  return (
    <PageFrame title={texts.title} lead={texts.lead} isWide>
      <FilterForm onChange={setFilter} />
      {events.isPending && <ListSkeleton />}
      {events.isError && !events.isFetchNextPageError && (
        <ErrorNotice error={events.error} onRetry={() => void events.refetch()} />
      )}
      {list?.length === 0 && <EmptyState icon={IconListSearch} title={texts.none} text={texts.noneText} />}
      {list && list.length > 0 && <EventTable events={list} />}
      <FurtherPage pages={events} more={texts.more} />
      <Text size="sm" c="dimmed">
        {texts.ask}
      </Text>
    </PageFrame>
  )
}

function EventTable({ events }: { events: readonly AuditEvent[] }) {
  const { columns } = texts
  return (
    <ScrollBox label={texts.title}>
      <Table verticalSpacing="xs" aria-label={texts.title} miw={{ base: 0, sm: 760 }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{columns.at}</Table.Th>
            <Table.Th>{columns.action}</Table.Th>
            <Table.Th>{columns.person}</Table.Th>
            <Table.Th>{columns.outcome}</Table.Th>
            <Table.Th visibleFrom="sm">{columns.door}</Table.Th>
            <Table.Th visibleFrom="sm">{columns.about}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  )
}

function EventRow({ event }: { event: AuditEvent }) {
  const { at, action, person, outcome, door, network, names, target_id, api_key_id } = event
  const about = [...Object.values(names), ...(target_id ? [target_id] : [])]
  return (
    <Table.Tr>
      <Table.Td>{showDateTime(at)}</Table.Td>
      <Table.Td>{action}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Text size="xs" ff="monospace">
          {person ? (person.name ?? texts.erased) : texts.unknown}
        </Text>
        {api_key_id && (
          <Text size="xs" c="dimmed">
            {texts.key(api_key_id)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Badge variant="light" color={outcome === 'ok' ? 'gray' : 'orange'} miw="max-content">
          {outcome}
        </Badge>
      </Table.Td>
      <Table.Td visibleFrom="sm">{[door, network].filter(Boolean).join(' · ')}</Table.Td>
      <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        {about.join(' · ')}
      </Table.Td>
    </Table.Tr>
  )
}
