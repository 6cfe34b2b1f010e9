import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import { retireGoneBlobs } from './retired-blob.ts'
import { inTransaction, prepare } from './statement.ts'

// All sessions of the tree, in one order, to avoid deadlocks.
const lockTree = prepare('lock_session_tree')<[owner: OwnerId, id: string], { id: string }>(`
  select id from sessions
  where user_id = $1 and tree_id = (select tree_id from sessions where user_id = $1 and id = $2)
  order by id for update
`)

// A branch shows the answers that it copied, so it inherits their runs.
const bequeathRuns = prepare('bequeath_session_runs')<[ids: string[]], object>(`
  update runs set session_id = heir.id
  from (
    select distinct on (m.run_id) m.run_id, s.id
    from sessions s join messages m on m.session_id = s.id
    where s.tree_id = (select tree_id from sessions where id = ($1::uuid[])[1]) and s.id <> all ($1::uuid[])
      and m.run_id <> ''
    order by m.run_id, s.created_at, s.id
  ) heir
  where runs.session_id = any ($1::uuid[]) and runs.status <> 'running' and runs.id::text = heir.run_id
`)

// Storing an artifact locks the row of its run, so no artifact can be added after this.
const lockRuns = prepare('lock_session_runs')<[ids: string[]], object>(
  `select id from runs where session_id = any ($1::uuid[]) order by id for update`,
)

const deleteArtifacts = prepare('delete_session_artifacts')<[ids: string[]], object>(`
  with gone as (delete from artifacts using runs
    where runs.id = artifacts.run_id and runs.session_id = any ($1::uuid[])
    returning artifacts.path)
  ${retireGoneBlobs}
`)

const removeSessions = prepare('delete_sessions')<[ids: string[]], object>(
  `delete from sessions where id = any ($1::uuid[])`,
)

/**
 * Deletes a session, or with `isWholeTree` all branches of its chat, with messages, runs, steps and artifact rows, and
 * retires the files of its artifacts. A remaining branch inherits the runs behind the answers that it shows. A running
 * turn loses its run and stores nothing more. Returns the ids of the deleted sessions; none when the owner has no such
 * session.
 */
export async function deleteSession(
  db: Database,
  owner: OwnerId,
  { id, isWholeTree = false }: { readonly id: string; readonly isWholeTree?: boolean },
): Promise<readonly string[]> {
  return await inTransaction(db, async (connection) => {
    const tree = (await lockTree(connection, [owner, id])).map((session) => session.id)
    if (!tree.includes(id)) return []
    const gone = isWholeTree ? tree : [id]
    if (gone.length < tree.length) await bequeathRuns(connection, [gone])
    await lockRuns(connection, [gone])
    await deleteArtifacts(connection, [gone])
    await removeSessions(connection, [gone])
    return gone
  })
}
