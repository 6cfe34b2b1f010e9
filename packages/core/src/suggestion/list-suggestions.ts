import {
  type Database,
  listSuggestions as findSuggestions,
  listDefinitions,
  type OwnerId,
  type StoredSuggestion,
} from '@parley/db'
import { TIME, UUID } from '../page/cursor.ts'
import { type Page, type PageRequest, readPage } from '../page/read-page.ts'

type Deps = { readonly db: Database }

/** A suggestion as its queue shows it. */
export type ListedSuggestion = StoredSuggestion & {
  /** The verified question of this wording, whose statement it would replace; null for none. */
  readonly definitionId: string | null
}

/**
 * Returns a page of what the owner is offered, newest first. Throws `invalid_request` for a text that is not the cursor of
 * this list.
 */
export async function listSuggestions(
  { db }: Deps,
  owner: OwnerId,
  request: PageRequest,
): Promise<Page<ListedSuggestion>> {
  const { rows, nextCursor } = await readPage({
    list: { name: 'suggestion.list', owner, filter: {} },
    request,
    forms: [TIME, UUID],
    placeOf: ({ createdAt, id }: StoredSuggestion) => [createdAt, id],
    read: (limit, behind) =>
      findSuggestions(db, owner, {
        limit,
        ...(behind && { behind: { createdAt: behind[0], id: behind[1] } }),
      }),
  })
  if (rows.length === 0) return { rows: [], nextCursor }
  const questions = (await listDefinitions(db, owner)).filter(({ kind }) => kind === 'question')
  const byName = new Map(questions.map(({ name, id }) => [name, id]))
  return {
    rows: rows.map((row) => ({ ...row, definitionId: byName.get(row.question) ?? null })),
    nextCursor,
  }
}
