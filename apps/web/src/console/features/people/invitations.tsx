'use client'

import { Badge, Button, Modal, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { InvitationSummary } from '@parley/contract'
import { IconMailPlus, IconPlus } from '@tabler/icons-react'
import { ConfirmDeletion } from '#web/console/components/confirm-deletion.tsx'
import { earlyClick } from '#web/console/components/early/early-click.ts'
import { EmptyState } from '#web/console/components/empty-state.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { ScrollBox } from '#web/console/components/scroll-box.tsx'
import { parseTime, showDateTime } from '#web/console/components/time.ts'
import { useDeleteInvitation, useInvitations } from './hooks.ts'
import { InvitationForm } from './invitation-form.tsx'
import { INVITATION_TEXTS as texts } from './texts.ts'

/** The invitations of all administrators, and the form to make one. */
export function InvitationsPage() {
  const invitations = useInvitations()
  const [isOpen, form] = useDisclosure(false)
  const list = invitations.data?.invitations
  return (
    <PageFrame
      title={texts.title}
      lead={texts.lead}
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} {...earlyClick(form.open)}>
          {texts.create}
        </Button>
      }
    >
      {invitations.isPending && <ListSkeleton />}
      {invitations.isError && (
        <ErrorNotice error={invitations.error} onRetry={() => void invitations.refetch()} />
      )}
      {list?.length === 0 && <EmptyState icon={IconMailPlus} title={texts.none} text={texts.noneText} />}
      {list && list.length > 0 && <InvitationTable invitations={list} />}
      <Modal opened={isOpen} onClose={form.close} title={texts.createTitle} closeOnClickOutside={false}>
        <InvitationForm onDone={form.close} />
      </Modal>
    </PageFrame>
  )
}

function InvitationTable({ invitations }: { invitations: readonly InvitationSummary[] }) {
  const { columns } = texts
  return (
    <ScrollBox label={texts.title}>
      <Table verticalSpacing="sm" aria-label={texts.title} miw={{ base: 0, sm: 640 }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{columns.note}</Table.Th>
            <Table.Th visibleFrom="sm">{columns.role}</Table.Th>
            <Table.Th visibleFrom="sm">{columns.created}</Table.Th>
            <Table.Th visibleFrom="sm">{columns.expires}</Table.Th>
            <Table.Th>{columns.state}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.invitation_id} invitation={invitation} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  )
}

function InvitationRow({ invitation }: { invitation: InvitationSummary }) {
  const remove = useDeleteInvitation()
  const state = stateOf(invitation)
  const note = invitation.note || texts.noNote
  return (
    <Table.Tr>
      <Table.Td fw={600} style={{ overflowWrap: 'anywhere' }}>
        {note}
        {/* A phone shows only the essentials. */}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {texts.roles[invitation.role]}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{texts.roles[invitation.role]}</Table.Td>
      <Table.Td visibleFrom="sm">{showDateTime(invitation.created_at)}</Table.Td>
      <Table.Td visibleFrom="sm">{showDateTime(invitation.expires_at)}</Table.Td>
      <Table.Td>
        <Badge variant="light" color={state === 'open' ? 'brand' : 'gray'} miw="max-content">
          {texts[state]}
        </Badge>
      </Table.Td>
      <Table.Td>
        <ConfirmDeletion
          texts={{ title: texts.deleteTitle, text: texts.deleteText }}
          onConfirm={() => remove.mutateAsync({ invitation_id: invitation.invitation_id })}
        >
          {(ask) => (
            <Button size="xs" variant="light" color="red" aria-label={texts.deleteName(note)} onClick={ask}>
              {texts.delete}
            </Button>
          )}
        </ConfirmDeletion>
      </Table.Td>
    </Table.Tr>
  )
}

function stateOf({ used_at, expires_at }: InvitationSummary): 'open' | 'used' | 'expired' {
  if (used_at !== null) return 'used'
  return parseTime(expires_at).getTime() <= Date.now() ? 'expired' : 'open'
}
