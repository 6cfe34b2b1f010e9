'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/console/trpc/client.ts'

/** What the list shows; fields that are left out show all. */
export type ShownFilter = {
  readonly action?: string
  readonly outcome?: string
  readonly parley_uuid?: string
  readonly from?: string
}

/** Events that fit the filter, newest first, a page at a time. */
export function useEvents(filter: ShownFilter) {
  const trpc = useTRPC()
  return useInfiniteQuery(
    trpc.event.list.infiniteQueryOptions(filter, { getNextPageParam: (page) => page.next_cursor }),
  )
}
