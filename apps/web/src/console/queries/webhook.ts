'use client'

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/console/trpc/client.ts'

/** Interval between two reads while a delivery is pending. */
const PENDING_POLL_MS = 2000

/** All webhooks, without their secrets. */
export function useWebhooks() {
  const trpc = useTRPC()
  return useQuery(trpc.webhook.list.queryOptions({}))
}

/** The deliveries of a webhook, newest first, a page at a time; read again while one is pending. */
export function useDeliveries(webhookId: string) {
  const trpc = useTRPC()
  return useInfiniteQuery({
    ...trpc.webhook.listDeliveries.infiniteQueryOptions(
      { webhook_id: webhookId },
      { getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined },
    ),
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.deliveries.some(({ status }) => status === 'pending') ? PENDING_POLL_MS : false,
  })
}
