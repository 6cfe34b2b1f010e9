import type { Tool, ToolResult } from '@parley/agent'
import type { BuiltinTool } from '@parley/contract'
import { type AgentSummary, findRunData, type OwnerId } from '@parley/db'
import type { JsonObject } from '@parley/domain'
import { isAppError } from '@parley/errors'
import { listAgents } from '../agent/get-agent.ts'
import { readRunData } from '../agent/read-run-data.ts'
import { artifactSaver } from '../artifact/save-artifact.ts'
import { type Caller, hasScope } from '../auth/authenticate.ts'
import { invokeAgent } from '../chat/invoke-agent.ts'
import type { TurnDeps } from '../chat/prepare-turn.ts'
import type { CreateDeps } from '../definition/create-definition.ts'
import type { TurnLimits, TurnsInFlight } from '../run/turns-in-flight.ts'
import { exportDefinitionsTool, importDefinitionsTool } from './definition-tools.ts'

type Deps = CreateDeps & TurnDeps & { readonly turns: TurnsInFlight; readonly limits: TurnLimits }

/** A question to an agent may take as long as a run may. */
const ASK_TIMEOUT_MS = 900_000

/** A tool with the hints that help clients decide whether to ask before a call (MCP, "ToolAnnotations"). */
export type OwnTool = Tool & {
  readonly hints: {
    readonly title: string
    readonly readOnlyHint: boolean
    readonly destructiveHint?: boolean
    readonly idempotentHint?: boolean
    readonly openWorldHint: boolean
  }
}

const READS = { readOnlyHint: true, idempotentHint: true, openWorldHint: false }
const HINTS: Readonly<Record<BuiltinTool | 'export_definitions' | 'import_definitions', OwnTool['hints']>> = {
  export_definitions: { title: 'Read definitions', ...READS },
  import_definitions: {
    title: 'Change definitions',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
  find_metadata: { title: 'Find tables and columns', ...READS },
  execute_sql: { title: 'Read data with SQL', ...READS },
  // It writes files.
  create_graph: {
    title: 'Draw a chart',
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
}

/**
 * Returns the tools that Parley offers to other programs as a tool server: the data tools over the owner's data
 * sources, the owner's definitions, and each of the owner's agents as `ask_<agent>`. Calls are stateless, like those
 * of `/chat/invoke-agent`. An API key gets the data tools and the definitions with the scope `read`, the change of
 * definitions with `manage`, and the agents with `chat`.
 */
export async function openOwnTools(deps: Deps, caller: Caller): Promise<readonly OwnTool[]> {
  const { owner } = caller
  return [
    ...(hasScope(caller, 'read') ? await openDataTools(deps, owner) : []),
    ...(hasScope(caller, 'read') ? [withHints(exportDefinitionsTool(deps, owner))] : []),
    ...(hasScope(caller, 'manage') ? [withHints(importDefinitionsTool(deps, owner))] : []),
    ...(hasScope(caller, 'chat') ? await openAgentTools(deps, owner) : []),
  ]
}

async function openDataTools(deps: Deps, owner: OwnerId): Promise<OwnTool[]> {
  // As for an agent that chooses none: the ledger is included only when nothing else is connected.
  const read = await readRunData(deps, owner, { stored: await findRunData(deps.db, owner), chosen: null })
  const saveArtifact = artifactSaver(deps, owner, { runId: null })
  const run = { ...read, saveArtifact, isSingleCall: true }
  return deps.data.openTools(owner, run).map(withHints)
}

async function openAgentTools(deps: Deps, owner: OwnerId): Promise<OwnTool[]> {
  const taken = new Set<string>()
  const agents = await listAgents(deps, owner)
  return agents.map((agent) => askAgentTool(deps, owner, { agent, name: freeName(agent.name, taken) }))
}

function withHints(tool: Tool): OwnTool {
  const known = Object.entries(HINTS).find(([name]) => name === tool.name)?.[1]
  return { ...tool, hints: known ?? { title: tool.name, readOnlyHint: false, openWorldHint: true } }
}

function askAgentTool(
  deps: Deps,
  owner: OwnerId,
  { agent, name }: { readonly agent: AgentSummary; readonly name: string },
): OwnTool {
  return {
    name,
    // The agent may call tools of other servers, so it is not marked read-only.
    hints: { title: `Ask ${agent.name}`, readOnlyHint: false, openWorldHint: true },
    description: `Asks the agent "${agent.name}". ${agent.description}`.trim(),
    parameters: {
      type: 'object',
      properties: {
        question: { type: 'string', description: 'The whole question; the agent remembers nothing.' },
      },
      required: ['question'],
    },
    timeoutMs: ASK_TIMEOUT_MS,
    async call(input, { signal, onProgress }) {
      try {
        return await ask(deps, owner, {
          agentId: agent.id,
          prompt: String(input.question),
          signal,
          onProgress,
        })
      } catch (error) {
        if (!isAppError(error)) throw error
        return { status: 'error', output: { error: error.message }, content: error.message }
      }
    },
  }
}

async function ask(
  deps: Deps,
  owner: OwnerId,
  question: { agentId: string; prompt: string; signal: AbortSignal; onProgress: (text: string) => void },
): Promise<ToolResult> {
  const answer = invokeAgent(deps, owner, { ...question, systemMessage: '', isStreaming: false })
  let next = await answer.next()
  for (; !next.done; next = await answer.next()) {
    if (next.value.type === 'step_start') question.onProgress(`Calling ${next.value.agentName}`)
    if (next.value.type === 'step_waiting') question.onProgress('Waiting for approval')
  }
  const { content, status, trace } = next.value
  const output: JsonObject = {
    content,
    status,
    artifacts: trace.flatMap((step) => step.output.artifacts ?? []),
  }
  return { status: status === 'ok' ? 'ok' : 'partial', output, content }
}

/** `Sales analyst` becomes `ask_sales_analyst`; a second one of that name `ask_sales_analyst_2`. */
function freeName(agentName: string, taken: Set<string>): string {
  const word =
    agentName
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 48) || 'agent'
  let name = `ask_${word}`
  for (let suffix = 2; taken.has(name); suffix++) name = `ask_${word}_${suffix}`
  taken.add(name)
  return name
}
