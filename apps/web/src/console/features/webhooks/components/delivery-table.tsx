'use client'

import { Anchor, Badge, Button, Stack, Table, Text } from '@mantine/core'
import type { DeliverySummary } from '@parley/contract'
import Link from 'next/link'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { FurtherPage } from '#web/console/components/further-page.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { ScrollBox } from '#web/console/components/scroll-box.tsx'
import { showDateTime } from '#web/console/components/time.ts'
import { useDeliveries } from '#web/console/queries/webhook.ts'
import { useReplayDelivery } from '../hooks.ts'
import { WEBHOOK_TEXTS as texts } from '../texts.ts'

const COLOURS = { pending: 'orange', delivered: 'brand', failed: 'red' } as const

type Props = { readonly webhookId: string; readonly name: string; readonly isEnabled: boolean }

/** Shows the deliveries of a webhook with the reply to each. */
export function DeliveryTable({ webhookId, name, isEnabled }: Props) {
  const pages = useDeliveries(webhookId)
  const replay = useReplayDelivery()
  if (pages.isPending) return <ListSkeleton />
  if (pages.isError && !pages.isFetchNextPageError)
    return <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />
  const deliveries = pages.data.pages.flatMap((page) => page.deliveries)
  if (deliveries.length === 0) return <Text c="dimmed">{texts.noDeliveries}</Text>

  const send = (delivery_id: string) => replay.mutate({ webhook_id: webhookId, delivery_id })
  return (
    <Stack align="flex-start">
      {replay.isError && <ErrorNotice error={replay.error} title={texts.replayFailed} />}
      <ScrollBox label={texts.deliveriesOf(name)}>
        <Table aria-label={texts.deliveriesOf(name)} miw={560}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.columns.event}</Table.Th>
              <Table.Th>{texts.columns.created}</Table.Th>
              <Table.Th>{texts.columns.state}</Table.Th>
              <Table.Th>{texts.columns.attempts}</Table.Th>
              <Table.Th>{texts.columns.reply}</Table.Th>
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {deliveries.map((delivery) => (
              <DeliveryRow
                key={delivery.delivery_id}
                delivery={delivery}
                {...(isEnabled && { onReplay: () => send(delivery.delivery_id) })}
              />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      <FurtherPage pages={pages} more={texts.more} />
    </Stack>
  )
}

function DeliveryRow({ delivery, onReplay }: { delivery: DeliverySummary; onReplay?: () => void }) {
  return (
    <Table.Tr>
      <Table.Td>
        {texts.eventNames[delivery.event]}
        {delivery.event === 'run.ended' && delivery.run_id !== null && (
          <Anchor component={Link} href={`/runs/${delivery.run_id}`} size="xs" display="block">
            {texts.openRun}
          </Anchor>
        )}
      </Table.Td>
      <Table.Td>{showDateTime(delivery.created_at)}</Table.Td>
      <Table.Td>
        <Badge variant="light" color={COLOURS[delivery.status]} miw="max-content">
          {texts.states[delivery.status]}
        </Badge>
      </Table.Td>
      <Table.Td>{delivery.attempts}</Table.Td>
      <Table.Td maw={320}>
        {delivery.reply_status ?? texts.noReply}
        {delivery.failure !== null && (
          <Text size="xs" c="dimmed">
            {delivery.failure}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {onReplay && delivery.event !== 'webhook.test' && (
          <Button size="xs" variant="default" onClick={onReplay}>
            {texts.replay}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
