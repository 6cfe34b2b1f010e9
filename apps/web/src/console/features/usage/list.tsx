'use client'

import { Select, Table, Text } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useState } from 'react'
import { useEarlyList } from '#web/console/components/early/use-early-list.ts'
import { EmptyState } from '#web/console/components/empty-state.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { ScrollBox } from '#web/console/components/scroll-box.tsx'
import { showNumber } from '#web/language/show-number.ts'
import { useLimits, usePeopleUsage } from './hooks.ts'
import { USAGE_TEXTS as texts } from './texts.ts'

const MONTHS = 12

/** What people used of models in a month, for administrators. */
export function PeopleUsagePage() {
  const [month, setMonth] = useState(lastMonths()[0] ?? '')
  const list = useEarlyList()
  const usage = usePeopleUsage(month)
  const people = usage.data?.people
  return (
    <PageFrame title={texts.title} lead={texts.lead} isWide>
      <Limits />
      <Select
        ref={list}
        label={texts.month}
        maw={200}
        allowDeselect={false}
        data={lastMonths()}
        value={month}
        onChange={(value) => value && setMonth(value)}
      />
      {usage.isPending && <ListSkeleton />}
      {usage.isError && <ErrorNotice error={usage.error} onRetry={() => void usage.refetch()} />}
      {people?.length === 0 && <EmptyState icon={IconChartBar} title={texts.none} text={texts.noneText} />}
      {people && people.length > 0 && <PeopleTable people={people} />}
    </PageFrame>
  )
}

function Limits() {
  const own = useLimits()
  if (!own.data) return null
  const { limits, prices_as_of } = own.data
  const show = (amount: number | null) => (amount === null ? texts.noLimit : showNumber(amount))
  const cost = limits.cost_usd === null ? texts.noLimit : texts.dollars(limits.cost_usd)
  return (
    <Text size="sm">
      {texts.limits(show(limits.turns), show(limits.tokens), cost)}{' '}
      {prices_as_of === null ? texts.noPrices : texts.prices(prices_as_of)}
    </Text>
  )
}

type People = NonNullable<ReturnType<typeof usePeopleUsage>['data']>['people']

function PeopleTable({ people }: { people: People }) {
  const { columns } = texts
  return (
    <ScrollBox label={texts.title}>
      <Table verticalSpacing="xs" aria-label={texts.title} miw={{ base: 0, sm: 640 }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{columns.person}</Table.Th>
            <Table.Th ta="right">{columns.turns}</Table.Th>
            <Table.Th ta="right">{columns.read}</Table.Th>
            <Table.Th ta="right">{columns.written}</Table.Th>
            <Table.Th ta="right">{columns.cost}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {people.map((person) => (
            <Table.Tr key={person.parley_uuid}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Text size="xs" ff="monospace">
                  {person.name}
                </Text>
              </Table.Td>
              <Table.Td ta="right">{showNumber(person.turns)}</Table.Td>
              <Table.Td ta="right">{showNumber(person.input_tokens)}</Table.Td>
              <Table.Td ta="right">{showNumber(person.output_tokens)}</Table.Td>
              <Table.Td ta="right">
                {person.unpriced_turns < person.turns && texts.dollars(person.cost_usd)}
                {person.unpriced_turns > 0 && (
                  <Text size="xs" c="dimmed">
                    {texts.unpriced(person.unpriced_turns)}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  )
}

/** This month of UTC and those before it. */
function lastMonths(): string[] {
  const now = new Date()
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  )
}
