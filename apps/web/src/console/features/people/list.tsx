'use client'

import { Badge, Table, Text } from '@mantine/core'
import type { UserSummary } from '@parley/contract'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { FurtherPage } from '#web/console/components/further-page.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { ScrollBox } from '#web/console/components/scroll-box.tsx'
import { showDateTime } from '#web/console/components/time.ts'
import { Erasures } from './erasures.tsx'
import { usePeople } from './hooks.ts'
import { PersonActions } from './person-actions.tsx'
import { PEOPLE_TEXTS as texts } from './texts.ts'

/** The people with an account; an administrator changes their roles and disables accounts. */
export function PeoplePage({ user }: { user: string }) {
  const people = usePeople()
  return (
    <PageFrame title={texts.title} lead={texts.lead} isWide>
      {people.isPending && <ListSkeleton />}
      {people.isError && !people.isFetchNextPageError && (
        <ErrorNotice error={people.error} onRetry={() => void people.refetch()} />
      )}
      {people.data && <PeopleTable people={people.data.pages.flatMap(({ users }) => users)} user={user} />}
      <FurtherPage pages={people} more={texts.showMore} />
      <Erasures />
    </PageFrame>
  )
}

function PeopleTable({ people, user }: { people: readonly UserSummary[]; user: string }) {
  const { columns } = texts
  return (
    <ScrollBox label={texts.title}>
      <Table verticalSpacing="sm" aria-label={texts.title} miw={{ base: 0, sm: 720 }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{columns.person}</Table.Th>
            <Table.Th>{columns.role}</Table.Th>
            <Table.Th visibleFrom="sm">{columns.lastSignIn}</Table.Th>
            <Table.Th visibleFrom="sm">{columns.created}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {people.map((person) => (
            <PersonRow key={person.parley_uuid} person={person} isSelf={person.user_id === user} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  )
}

function PersonRow({ person, isSelf }: { person: UserSummary; isSelf: boolean }) {
  const last = person.sign_ins
    .flatMap(({ last_used_at }) => last_used_at ?? [])
    .toSorted()
    .at(-1)
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" ff="monospace" title={person.user_id}>
          {person.user_id}
        </Text>
        <Text size="xs" c="dimmed">
          {describe(person, isSelf)}
        </Text>
      </Table.Td>
      <Table.Td>
        <Badge
          miw="max-content"
          variant="light"
          color={person.is_disabled || person.role === 'member' ? 'gray' : 'brand'}
        >
          {person.is_disabled ? texts.disabled : texts[person.role]}
        </Badge>
      </Table.Td>
      <Table.Td visibleFrom="sm">{last ? showDateTime(last) : texts.never}</Table.Td>
      <Table.Td visibleFrom="sm">{showDateTime(person.created_at)}</Table.Td>
      <Table.Td>
        <PersonActions person={person} />
      </Table.Td>
    </Table.Tr>
  )
}

/** Who it is: the proofs beside the name, because a name alone proves nothing. */
function describe(person: UserSummary, isSelf: boolean): string {
  const proofs = person.sign_ins.filter(({ label }) => label !== person.user_id)
  return [
    ...(isSelf ? [texts.you] : []),
    ...proofs.map(({ issuer, label }) => (issuer ? `${label} (${issuer})` : label)),
    ...(person.admitted_by ? [texts.cameBy[person.admitted_by]] : []),
  ].join(' · ')
}
