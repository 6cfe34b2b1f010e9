import { askUserTool, type Tool } from '@parley/agent'
import { BUILTIN_SERVER_ID } from '@parley/contract'
import { findRunData, type OwnerId, type StoredRunData } from '@parley/db'
import type { PartialResult } from '@parley/domain'
import type { Blobs } from '../artifact/blobs.ts'
import { artifactSaver } from '../artifact/save-artifact.ts'
import type { Catalogs } from '../data-source/catalogs.ts'
import type { DataDeps } from '../data-source/data-deps.ts'
import { isTemplate } from '../llm-config/llm-config.ts'
import type { StorageDeps } from '../quota.ts'
import type { ApprovalWaits } from '../run/approval-waits.ts'
import { type ApprovalLimits, ownerAsker } from '../run/ask-owner.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { ToolServerDeps } from '../tool-server/tool-server-deps.ts'
import type { OpenedAgent } from './agent.ts'
import { readRunData } from './read-run-data.ts'

/** What opening the tools of a run uses. */
export type OpenToolsDeps = StorageDeps & {
  readonly cipher: Cipher
  readonly approvals: ApprovalWaits
  readonly blobs: Blobs
  readonly data: DataDeps
  readonly catalogs: Catalogs
  readonly toolServers: ToolServerDeps
  readonly now: () => Date
  readonly limits: ApprovalLimits & StorageDeps['limits']
}

export type RunTools = {
  /** Whose tools are opened. */
  readonly agent: Pick<OpenedAgent, 'id' | 'userId' | 'tools' | 'dataSourceIds'>
  readonly runId: string
  /** Whether nothing of the run is kept. */
  readonly isStateless: boolean
  /** Milliseconds that a call may wait for its owner's approval, when that is less than the service allows. */
  readonly approvalMs?: number
  /** What the owner's data tools read. `openTools` reads it when it was not read with the agent. */
  readonly data?: StoredRunData | null
  /** Receives each result that the trace holds only in part. */
  readonly keepResult?: (result: PartialResult) => void
}

/**
 * Makes the bound tools of an agent callable for one run: the built-in ones over the owner's sources, the
 * external ones over their servers. Files of stateless calls expire.
 */
export async function openTools(
  deps: OpenToolsDeps,
  owner: OwnerId,
  { agent, runId, isStateless, approvalMs: waitMs, data, keepResult }: RunTools,
): Promise<readonly Tool[]> {
  const saveArtifact = artifactSaver(deps, owner, { runId: isStateless ? null : runId })
  const builtin = agent.tools.filter(({ toolServerId }) => toolServerId === BUILTIN_SERVER_ID)
  const external = agent.tools.filter(({ toolServerId }) => toolServerId !== BUILTIN_SERVER_ID)

  const tools: Tool[] = []
  if (builtin.length > 0) {
    const bound = new Set(builtin.map(({ toolName }) => toolName))
    const stored = data ?? (await findRunData(deps.db, owner))
    const read = await readRunData(deps, owner, { stored, chosen: agent.dataSourceIds })
    const asking = [askUserTool()].filter(({ name }) => bound.has(name))
    const canAsk = asking.length > 0
    tools.push(
      ...deps.data
        .openTools(owner, { ...read, saveArtifact, canAsk, ...(keepResult && { keepResult }) })
        .filter(({ name }) => bound.has(name)),
      ...asking,
    )
  }
  if (external.length > 0) {
    const approve = ownerAsker(deps, owner, {
      runId,
      agentId: agent.id,
      isTemplate: isTemplate(agent),
      ...(waitMs !== undefined && { waitMs }),
    })
    tools.push(...(await deps.toolServers.openTools(owner, { bindings: external, saveArtifact, approve })))
  }
  return tools
}
