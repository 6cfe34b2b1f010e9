'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/console/trpc/client.ts'

/** Chats on one page of the list. */
const PAGE_SIZE = 50

/** The chats whose names or messages have these words, a page at a time; all chats for an empty text. */
export function useChatPages(words: string) {
  const trpc = useTRPC()
  return useInfiniteQuery({
    ...trpc.session.list.infiniteQueryOptions(
      { sort: 'activity', limit: PAGE_SIZE, ...(words !== '' && { q: words }) },
      { getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined },
    ),
    // The last result stays while the next words are searched.
    placeholderData: keepPreviousData,
  })
}
