import type { StoredToolBinding } from './agent.ts'
import { changeAgentTools } from './allow-tool.ts'
import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'

const PAGE_ROWS = 500

/** A sealed value, and the row and column that its ciphertext is bound to. */
type SealedRow = {
  readonly place: { readonly table: string; readonly row: string; readonly owner: OwnerId }
  readonly sealed: Uint8Array
  /** Stores the same secret sealed again, unless another request has changed the value meanwhile. */
  readonly replace: (sealed: Uint8Array<ArrayBuffer>) => Promise<void>
}

/**
 * Yields every value that is sealed under a master key, except the installation's secrets; in pages, in any
 * order.
 */
export async function* listSealedRows(db: Database): AsyncGenerator<SealedRow, void, void> {
  yield* sealedConfigs(db)
  yield* sealedSources(db)
  yield* sealedSignIns(db)
  yield* sealedAgents(db)
  yield* sealedApprovals(db)
  yield* sealedReplies(db)
  yield* sealedWebhooks(db)
}

async function* sealedConfigs({ prisma }: Database): AsyncGenerator<SealedRow> {
  const select = { id: true, userId: true, apiKeyCipher: true }
  for (let after = 0; ; ) {
    const where = { id: { gt: after }, NOT: { apiKeyCipher: null } }
    const rows = await prisma.llmConfig.findMany({ where, select, orderBy: { id: 'asc' }, take: PAGE_ROWS })
    for (const { id, userId, apiKeyCipher: sealed } of rows) {
      if (sealed === null) continue
      yield {
        place: { table: 'llm_config', row: String(id), owner: userId as OwnerId },
        sealed,
        replace: async (apiKeyCipher) => {
          await prisma.llmConfig.updateMany({ where: { id, apiKeyCipher: sealed }, data: { apiKeyCipher } })
        },
      }
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

async function* sealedSources({ prisma }: Database): AsyncGenerator<SealedRow> {
  const rows = await prisma.dataSource.findMany({
    where: { NOT: { connectionCipher: null } },
    select: { id: true, userId: true, connectionCipher: true },
  })
  for (const { id, userId, connectionCipher: sealed } of rows) {
    if (sealed === null) continue
    yield {
      place: { table: 'data_source', row: id, owner: userId as OwnerId },
      sealed,
      replace: async (connectionCipher) => {
        await prisma.dataSource.updateMany({
          where: { id, connectionCipher: sealed },
          data: { connectionCipher },
        })
      },
    }
  }
}

async function* sealedSignIns({ prisma }: Database): AsyncGenerator<SealedRow> {
  const rows = await prisma.toolSignIn.findMany({
    select: { userId: true, toolServerId: true, recordCipher: true },
  })
  for (const { userId, toolServerId, recordCipher: sealed } of rows) {
    yield {
      place: { table: 'tool_sign_in', row: toolServerId, owner: userId as OwnerId },
      sealed,
      replace: async (recordCipher) => {
        const where = { userId, toolServerId, recordCipher: sealed }
        await prisma.toolSignIn.updateMany({ where, data: { recordCipher } })
      },
    }
  }
}

async function* sealedAgents(db: Database): AsyncGenerator<SealedRow> {
  const rows = await db.prisma.agent.findMany({ select: { id: true, userId: true, tools: true } })
  for (const { id, userId, tools } of rows) {
    const owner = userId as OwnerId
    // `createAgent` and `updateAgent` wrote the column.
    for (const { properties } of tools as unknown as StoredToolBinding[]) {
      for (const { valueCipher } of properties) {
        yield {
          place: { table: 'agent', row: id, owner },
          sealed: Buffer.from(valueCipher, 'base64'),
          replace: (sealed) =>
            replaceValue(db, { id, owner, from: valueCipher, to: Buffer.from(sealed).toString('base64') }),
        }
      }
    }
  }
}

type Replacement = {
  readonly id: string
  readonly owner: OwnerId
  readonly from: string
  readonly to: string
}

function replaceValue(db: Database, { id, owner, from, to }: Replacement): Promise<void> {
  return changeAgentTools(db, owner, {
    agentId: id,
    change: (tools) =>
      tools.map((tool) => ({
        ...tool,
        properties: tool.properties.map((property) =>
          property.valueCipher === from ? { ...property, valueCipher: to } : property,
        ),
      })),
  })
}

async function* sealedApprovals({ prisma }: Database): AsyncGenerator<SealedRow> {
  const rows = await prisma.approval.findMany({
    select: { runId: true, stepId: true, userId: true, argumentsCipher: true, decisionCipher: true },
  })
  for (const { runId, stepId, userId, argumentsCipher, decisionCipher } of rows) {
    const place = { table: 'approval', row: `${runId} ${stepId}`, owner: userId as OwnerId }
    yield {
      place,
      sealed: argumentsCipher,
      replace: async (sealed) => {
        await prisma.approval.updateMany({
          where: { runId, stepId, argumentsCipher },
          data: { argumentsCipher: sealed },
        })
      },
    }
    if (decisionCipher === null) continue
    yield {
      place,
      sealed: decisionCipher,
      replace: async (sealed) => {
        await prisma.approval.updateMany({
          where: { runId, stepId, decisionCipher },
          data: { decisionCipher: sealed },
        })
      },
    }
  }
}

async function* sealedReplies({ prisma }: Database): AsyncGenerator<SealedRow> {
  const rows = await prisma.idempotencyKey.findMany({
    select: { userId: true, operation: true, key: true, reply: true },
  })
  for (const { userId, operation, key, reply } of rows) {
    if (typeof reply !== 'string') continue
    yield {
      place: { table: 'idempotency_key', row: `${operation} ${key}`, owner: userId as OwnerId },
      sealed: Buffer.from(reply, 'base64'),
      replace: async (sealed) => {
        // A finished reply never changes.
        await prisma.idempotencyKey.updateMany({
          where: { userId, operation, key },
          data: { reply: Buffer.from(sealed).toString('base64') },
        })
      },
    }
  }
}

async function* sealedWebhooks({ prisma }: Database): AsyncGenerator<SealedRow> {
  const rows = await prisma.webhook.findMany({
    select: { id: true, userId: true, secretCipher: true, previousSecretCipher: true },
  })
  for (const { id, userId, secretCipher, previousSecretCipher } of rows) {
    const place = { table: 'webhook', row: id, owner: userId as OwnerId }
    yield {
      place,
      sealed: secretCipher,
      replace: async (sealed) => {
        await prisma.webhook.updateMany({ where: { id, secretCipher }, data: { secretCipher: sealed } })
      },
    }
    if (previousSecretCipher === null) continue
    yield {
      place,
      sealed: previousSecretCipher,
      replace: async (sealed) => {
        await prisma.webhook.updateMany({
          where: { id, previousSecretCipher },
          data: { previousSecretCipher: sealed },
        })
      },
    }
  }
}
