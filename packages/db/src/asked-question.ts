import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'

/** The question that a run answered, and where its answer is. */
export type AskedQuestion = {
  readonly sessionId: string
  /** The position of the answer among the messages of the session, from 1. */
  readonly sequence: number
  readonly question: string
}

/** Messages of one turn: a question and its answer. */
const PER_TURN = 2

/** Finds the question of the owner's run in its session; null when the run or its answer is unknown. */
export async function findAskedQuestion(
  db: Database,
  owner: OwnerId,
  runId: string,
): Promise<AskedQuestion | null> {
  const answer = await db.prisma.message.findFirst({
    where: {
      session: { userId: owner, runs: { some: { id: runId } } },
      OR: [{ writtenBy: runId }, { runId }],
    },
    orderBy: { sequence: 'asc' },
    select: { sessionId: true, sequence: true },
  })
  if (!answer) return null
  const question = await textAt(db, { ...answer, sequence: answer.sequence - 1 })
  return question === null ? null : { ...answer, question }
}

/** Reads the words of the question of the owner's run, also while the run is under way; null when they are unknown. */
export async function readRunQuestion(db: Database, owner: OwnerId, runId: string): Promise<string | null> {
  const asked = await findAskedQuestion(db, owner, runId)
  if (asked) return asked.question
  const waiting = await db.prisma.message.findFirst({
    where: { session: { userId: owner, runs: { some: { id: runId, status: 'running' } } } },
    orderBy: { sequence: 'desc' },
  })
  return waiting?.role === 'user' ? waiting.content : null
}

/**
 * Finds the run of the earlier answer to the same question. Where the session branched at this question, that is the
 * answer of the version before. Elsewhere it is the answer to the question just before, if the words are the same. Null
 * when there is none.
 */
export async function findEarlierRun(
  db: Database,
  owner: OwnerId,
  { sessionId, sequence, question }: AskedQuestion,
): Promise<string | null> {
  const session = await db.prisma.session.findFirst({ where: { id: sessionId, userId: owner } })
  if (!session) return null
  const { branchOf, branchAt, treeId, createdAt } = session
  if (branchOf !== null && branchAt !== null && sequence === branchAt + PER_TURN) {
    const version = await db.prisma.session.findFirst({
      where: {
        userId: owner,
        treeId,
        createdAt: { lt: createdAt },
        OR: [{ id: branchOf }, { branchOf, branchAt }],
      },
      orderBy: { createdAt: 'desc' },
      select: { id: true },
    })
    return version && (await runAt(db, { sessionId: version.id, sequence }))
  }
  const before = await textAt(db, { sessionId, sequence: sequence - PER_TURN - 1 })
  if (before === null || wordsOf(before) !== wordsOf(question)) return null
  return runAt(db, { sessionId, sequence: sequence - PER_TURN })
}

type Place = { readonly sessionId: string; readonly sequence: number }

async function textAt(db: Database, { sessionId, sequence }: Place): Promise<string | null> {
  const message = await db.prisma.message.findFirst({ where: { sessionId, sequence, role: 'user' } })
  return message?.content ?? null
}

async function runAt(db: Database, { sessionId, sequence }: Place): Promise<string | null> {
  const message = await db.prisma.message.findFirst({ where: { sessionId, sequence, role: 'assistant' } })
  return message ? (message.writtenBy ?? (message.runId || null)) : null
}

function wordsOf(question: string): string {
  return question.toLowerCase().split(/\s+/).filter(Boolean).join(' ')
}
