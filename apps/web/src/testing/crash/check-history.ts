import type { Database } from '@parley/db'
import type { Asked } from './load.ts'
import { digestHistory, type Report, type Task } from './slow-model.ts'

/** The findings after a crash run. Everything except the counts of regular ends must be zero. */
export type Findings = {
  /** Acknowledged answers that the history does not contain exactly once and byte for byte. */
  readonly lost: number
  /** Runs that are still `running` although their lease has expired. */
  readonly leftRunning: number
  /** Runs that changed after they had ended. */
  readonly revived: number
  /** The final statuses of the stored runs. */
  readonly ends: Readonly<Record<string, number>>
  /** Every violated rule, as a sentence; the first hundred. */
  readonly violations: readonly string[]
}

type MessageRow = {
  readonly sessionId: string
  readonly role: string
  readonly content: string
  readonly status: string | null
  readonly runId: string | null
}

/** Maximum number of earlier messages that a turn of `/chat/query` reads. */
const WINDOW = 64

/** Makes the database record every run that changes after its end. Call it before the first turn. */
export async function watchRuns(db: Database): Promise<void> {
  await db.pool.query(`
    create table revived_runs (id uuid, was text, became text);
    create function note_revival() returns trigger language plpgsql as $$ begin
      insert into revived_runs values (old.id, old.status, new.status); return new; end $$;
    create trigger note_revival after update on runs for each row
      when (old.status <> 'running' and new.status is distinct from old.status) execute function note_revival()`)
}

/** Compares the replies that clients received with the database: invariants I1 to I8 of a turn. */
export async function checkHistory(db: Database, asked: readonly Asked[]): Promise<Findings> {
  const { rows } = await db.pool.query<MessageRow>(
    `select session_id as "sessionId", role, content, status, run_id as "runId" from messages
     order by session_id, sequence`,
  )
  const sessions = Map.groupBy(rows, ({ sessionId }) => sessionId)
  const lost = checkAcknowledged(asked, sessions)
  const violations = [
    ...lost,
    ...checkRefused(asked, rows),
    ...[...sessions.values()].flatMap(checkSession),
    ...(await checkTraces(db)),
  ]
  const runs = await db.pool.query<{ status: string; count: number }>(
    'select status, count(*)::int as count from runs group by status',
  )
  const ends = Object.fromEntries(runs.rows.map(({ status, count }) => [status, count]))
  const revived = await db.pool.query('select id from revived_runs')
  const findings = { lost: lost.length, leftRunning: ends.running ?? 0, revived: revived.rows.length }
  return { ...findings, ends, violations: violations.slice(0, 100) }
}

/** I1: the history contains every acknowledged answer once and unchanged. */
function checkAcknowledged(asked: readonly Asked[], sessions: ReadonlyMap<string, MessageRow[]>): string[] {
  return asked.flatMap(({ sessionId, taskId, answer }) => {
    if (!answer) return []
    const messages = sessions.get(sessionId) ?? []
    const questions = messages.filter(({ role, content }) => role === 'user' && idOf(content) === taskId)
    const same = messages.filter(({ role, content }) => role === 'assistant' && content === answer.content)
    if (questions.length === 1 && same.length === 1 && same[0]?.runId === answer.run_id) return []
    return [`I1: ${taskId} was acknowledged; found ${questions.length} questions, ${same.length} answers`]
  })
}

/** I8: a question that was refused regularly left nothing. */
function checkRefused(asked: readonly Asked[], rows: readonly MessageRow[]): string[] {
  const stored = new Set(rows.filter(({ role }) => role === 'user').map(({ content }) => idOf(content)))
  return asked
    .filter(({ status, taskId }) => status === 409 && stored.has(taskId))
    .map(({ taskId }) => `I8: ${taskId} was refused and is stored`)
}

/** I2, I3, I7 and I8 of one session. */
function checkSession(messages: MessageRow[]): string[] {
  return messages.flatMap((message, index) => {
    const wanted = index % 2 === 0 ? 'user' : 'assistant'
    const place = `${message.sessionId} message ${index + 1}`
    if (message.role !== wanted) return [`I2: ${place} is of ${message.role}`]
    if (message.role === 'user') return messages[index + 1] ? [] : [`I8: ${place} has no closing message`]
    return message.status === 'ok' ? checkAnswer(messages, index, place) : []
  })
}

function checkAnswer(messages: readonly MessageRow[], index: number, place: string): string[] {
  const report = readReport(messages[index]?.content ?? '')
  if (!report) return [`I3: ${place} is ok and not whole`]
  if (report.id !== idOf(messages[index - 1]?.content ?? '')) return [`I2: ${place} answers something else`]
  const before = messages.slice(Math.max(0, index - 1 - WINDOW), index - 1).map(({ content }) => content)
  if (report.seen === before.length && report.digest === digestHistory(before)) return []
  return [`I7: ${place} was written with ${report.seen} messages in view; there were ${before.length}`]
}

function readReport(content: string): Report | null {
  try {
    const report: Report = JSON.parse(content)
    return report.end === 'whole' ? report : null
  } catch {
    return null
  }
}

function idOf(question: string): string {
  const task: Task = JSON.parse(question)
  return task.id
}

/** I5: records of one turn are complete. Every ended run has its message and a closed trace. */
async function checkTraces(db: Database): Promise<string[]> {
  const { rows } = await db.pool.query<{ problem: string }>(`
    with traces as (
      select r.id, r.status, count(s.step_id)::int as steps, max(s.step_id) as last,
        count(*) filter (where s.agent_name = 'final_response')::int as finals,
        max(s.step_id) filter (where s.agent_name = 'final_response') as final
      from runs r left join steps s on s.run_id = r.id where r.status <> 'running' group by r.id
    )
    select 'I5: run ' || id || ' (' || status || ') has an unclosed trace' as problem from traces
      where finals <> 1 or final <> last or steps <> last
    union all select 'I5: session ' || session_id || ' has ' || runs || ' runs for ' || answers || ' answers'
      from (select s.id as session_id,
          (select count(*) from runs r where r.session_id = s.id and r.status <> 'running') as runs,
          (select count(*) from messages m where m.session_id = s.id and m.role = 'assistant') as answers
        from sessions s) counted where runs <> answers
    union all select 'I5: ' || m.session_id || ' shows run ' || m.run_id || ' that does not exist' from messages m
      where m.run_id <> '' and not exists (select from runs r where r.id::text = m.run_id)
    union all select 'I5: artifact ' || a.artifact_id || ' has no run' from artifacts a where a.run_id is null`)
  return rows.map(({ problem }) => problem)
}
