'use client'

import { Badge, Button, Modal, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ApiKey } from '@parley/contract'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { ConfirmDeletion } from '#web/console/components/confirm-deletion.tsx'
import { earlyClick } from '#web/console/components/early/early-click.ts'
import { EmptyState } from '#web/console/components/empty-state.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { ScrollBox } from '#web/console/components/scroll-box.tsx'
import { parseTime, showDateTime } from '#web/console/components/time.ts'
import { useAddInAddress } from '#web/console/components/use-add-in-address.ts'
import { useApiKeys } from '#web/console/queries/api-key.ts'
import { ApiKeyForm } from './form.tsx'
import { useRevokeApiKey } from './hooks.ts'
import { API_KEY_TEXTS as texts } from './texts.ts'

/** All keys, and the form to create one. */
export function ApiKeysPage() {
  const keys = useApiKeys()
  const [isOpen, form] = useDisclosure(false)
  useAddInAddress(form.open)
  const createButton = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} {...earlyClick(form.open)}>
      {texts.create}
    </Button>
  )
  return (
    <PageFrame title={texts.title} lead={texts.lead} actions={createButton}>
      {keys.isPending && <ListSkeleton />}
      {keys.isError && <ErrorNotice error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.data?.api_keys.length === 0 && (
        <EmptyState icon={IconKey} title={texts.none} text={texts.noneText}>
          <Button variant="default" onClick={form.open}>
            {texts.createFirst}
          </Button>
        </EmptyState>
      )}
      {keys.data && keys.data.api_keys.length > 0 && <KeyTable keys={keys.data.api_keys} />}
      <Modal opened={isOpen} onClose={form.close} title={texts.createTitle} closeOnClickOutside={false}>
        <ApiKeyForm onDone={form.close} />
      </Modal>
    </PageFrame>
  )
}

function KeyTable({ keys }: { keys: readonly ApiKey[] }) {
  const { columns } = texts
  return (
    <ScrollBox label={texts.title}>
      <Table verticalSpacing="sm" aria-label={texts.title} miw={{ base: 0, sm: 720 }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{columns.name}</Table.Th>
            <Table.Th visibleFrom="sm">{columns.id}</Table.Th>
            <Table.Th visibleFrom="sm">{columns.scopes}</Table.Th>
            <Table.Th visibleFrom="sm">{columns.created}</Table.Th>
            <Table.Th visibleFrom="sm">{columns.lastUsed}</Table.Th>
            <Table.Th visibleFrom="sm">{columns.expires}</Table.Th>
            <Table.Th>{columns.state}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <KeyRow key={key.api_key_id} apiKey={key} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  )
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { columns } = texts
  const revoke = useRevokeApiKey()
  const state = stateOf(apiKey)
  const lastUsed = showLastUse(apiKey)
  return (
    <Table.Tr>
      <Table.Td fw={600} style={{ overflowWrap: 'anywhere' }}>
        {apiKey.name}
        {/* A phone shows only the essentials: the key, its use, and the button to revoke it. */}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {columns.lastUsed}: {lastUsed}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm" ff="monospace">
        {apiKey.api_key_id}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {apiKey.scopes.map((scope) => texts.scope[scope].label).join(', ')}
      </Table.Td>
      <Table.Td visibleFrom="sm">{showDateTime(apiKey.created_at)}</Table.Td>
      <Table.Td visibleFrom="sm">{lastUsed}</Table.Td>
      <Table.Td visibleFrom="sm">
        {apiKey.expires_at ? showDateTime(apiKey.expires_at) : texts.never}
      </Table.Td>
      <Table.Td>
        <Badge variant="light" color={state === 'active' ? 'brand' : 'gray'} miw="max-content">
          {texts[state]}
        </Badge>
      </Table.Td>
      <Table.Td>
        {state === 'active' && (
          <ConfirmDeletion
            texts={{
              title: texts.revokeTitle,
              text: texts.revokeText(apiKey.name),
              confirm: texts.revokeConfirm,
              failed: texts.revokeFailed,
            }}
            onConfirm={() => revoke.mutateAsync({ api_key_id: apiKey.api_key_id })}
          >
            {(ask) => (
              <Button
                size="xs"
                variant="light"
                color="red"
                aria-label={texts.revokeName(apiKey.name)}
                onClick={ask}
              >
                {texts.revoke}
              </Button>
            )}
          </ConfirmDeletion>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function showLastUse({ last_used_at, last_used_from }: ApiKey): string {
  if (last_used_at === null) return texts.never
  const time = showDateTime(last_used_at)
  return last_used_from === null ? time : texts.lastUse(time, last_used_from)
}

function stateOf({ is_revoked, expires_at }: ApiKey): 'active' | 'revoked' | 'expired' {
  if (is_revoked) return 'revoked'
  return expires_at !== null && parseTime(expires_at).getTime() <= Date.now() ? 'expired' : 'active'
}
