'use client'

import {
  keepPreviousData,
  useInfiniteQuery,
  usePrefetchInfiniteQuery,
  usePrefetchQuery,
  useQuery,
} from '@tanstack/react-query'
import { useTRPC } from '#web/console/trpc/client.ts'

/** Chats on one page of the list. */
const PAGE_SIZE = 50
/** The most pinned chats that are shown. */
const MAX_PINNED = 200

/** A part of the chats: `all` without the archived ones, the archived ones, or those in a folder. */
export type ChatView =
  | { readonly kind: 'all' }
  | { readonly kind: 'archived' }
  | { readonly kind: 'folder'; readonly folder: string }

/** The chats of a view whose names or messages have these words, by page. Without words all except the pinned ones. */
export function useChatPages(words: string, view: ChatView) {
  const trpc = useTRPC()
  return useInfiniteQuery({
    ...pagesOf(trpc, words, view),
    // The last result stays while the next words are searched.
    placeholderData: keepPreviousData,
  })
}

/**
 * Reads the first page of all chats, the pinned ones and the folders before their list is shown, while the agents are
 * read.
 */
export function usePrefetchedChats() {
  const trpc = useTRPC()
  usePrefetchInfiniteQuery(pagesOf(trpc, '', { kind: 'all' }))
  usePrefetchQuery(pinnedOf(trpc))
  usePrefetchQuery(trpc.session.listFolders.queryOptions())
}

/** The pinned chats, those with the newest messages first. */
export function usePinnedChats() {
  const trpc = useTRPC()
  return useQuery(pinnedOf(trpc))
}

/** The names of all folders. */
export function useFolders() {
  const trpc = useTRPC()
  return useQuery(trpc.session.listFolders.queryOptions())
}

type Trpc = ReturnType<typeof useTRPC>

function pagesOf(trpc: Trpc, words: string, view: ChatView) {
  return trpc.session.list.infiniteQueryOptions(
    { sort: 'activity', limit: PAGE_SIZE, ...(words !== '' && { q: words }), ...filterOf(view, words) },
    { getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined },
  )
}

function pinnedOf(trpc: Trpc) {
  return trpc.session.list.queryOptions({ sort: 'activity', show: 'pinned', limit: MAX_PINNED })
}

/** A search looks into pinned and archived chats too. */
function filterOf(view: ChatView, words: string) {
  if (view.kind === 'archived') return { show: 'archived' as const }
  if (view.kind === 'folder') return { folder: view.folder }
  return words === '' ? { show: 'active' as const } : {}
}
