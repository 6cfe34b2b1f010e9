'use client'

import { Card, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ScrollBox } from '#web/console/components/scroll-box.tsx'
import { showDateTime } from '#web/console/components/time.ts'
import { showCount } from '../amounts.ts'
import { useStakeHistory } from '../hooks.ts'
import type { StakeVersion } from '../stake-history.ts'
import { LEDGER_TEXTS } from '../texts.ts'
import { Amount } from './amount.tsx'

const texts = LEDGER_TEXTS.validator

/** The stake of a validator over time. */
export function StakeHistory({ nodeId }: { nodeId: string }) {
  const history = useStakeHistory(nodeId)
  const since = history.data?.[0]?.knownSince ?? 0n
  return (
    <Card withBorder padding="lg" component="section" aria-label={texts.historyTitle}>
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            {texts.historyTitle}
          </Title>
          <Text size="sm" c="dimmed">
            {texts.historyText} {since > 0n && texts.historySince(showCount(since))}
          </Text>
        </div>
        {history.isPending && <Skeleton height={90} />}
        {history.isError && !history.data && (
          <ErrorNotice
            error={history.error}
            title={texts.historyFailed}
            onRetry={() => void history.refetch()}
          />
        )}
        {history.data?.length === 0 && <Text c="dimmed">{texts.historyNone}</Text>}
        {history.data && history.data.length > 0 && <Versions versions={history.data} />}
      </Stack>
    </Card>
  )
}

function Versions({ versions }: { versions: readonly StakeVersion[] }) {
  const { table } = LEDGER_TEXTS
  return (
    <ScrollBox label={texts.historyTitle} maxHeight={360}>
      <Table aria-label={texts.historyTitle}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.since}</Table.Th>
            <Table.Th ta="right">{texts.fromBlock}</Table.Th>
            <Table.Th>{texts.counts}</Table.Th>
            <Table.Th ta="right">{table.own}</Table.Th>
            <Table.Th ta="right">{table.delegated}</Table.Th>
            <Table.Th ta="right">{table.total}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {versions.map((version) => (
            <Table.Tr key={String(version.height)}>
              <Table.Td>{showDateTime(version.changedAt)}</Table.Td>
              <Table.Td ta="right">{showCount(version.height)}</Table.Td>
              <Table.Td>{version.isActive ? texts.yes : texts.no}</Table.Td>
              <Table.Td ta="right">
                <Amount value={version.stakedAmount} />
              </Table.Td>
              <Table.Td ta="right">
                <Amount value={version.delegatedAmount} />
              </Table.Td>
              <Table.Td ta="right">
                <Amount value={version.totalStake} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  )
}
