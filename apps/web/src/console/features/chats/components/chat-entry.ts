/** A chat as the lists show it. */
export type ChatEntry = {
  readonly session_id: string
  readonly name: string
  readonly created_at: string
  readonly last_active_at?: string | undefined
  readonly tree_id?: string | undefined
  readonly is_pinned?: boolean | undefined
  readonly is_archived?: boolean | undefined
  readonly folder?: string | undefined
  readonly thumbnail?: string | null | undefined
  readonly is_running?: boolean | undefined
}

/** One entry for all branches of a chat: the first, which has the newest message in a list by activity. */
export function firstOfTrees<Entry extends ChatEntry>(entries: readonly Entry[]): Entry[] {
  const seen = new Set<string>()
  return entries.filter(({ tree_id: tree, session_id: id }) => {
    const key = tree ?? id
    return !seen.has(key) && seen.add(key)
  })
}

/** How a chat is kept, for its menu. */
export function keepingOf({ is_pinned, is_archived, folder }: ChatEntry) {
  return { isPinned: is_pinned === true, isArchived: is_archived === true, folder: folder ?? '' }
}
