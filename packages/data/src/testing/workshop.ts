import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ToolResult } from '@parley/agent'
import type { JsonObject, QueryableSource, ToolFile } from '@parley/domain'
import type { RetiredVersions } from '../files/retired-files.ts'
import { openSamples } from '../samples/open-samples.ts'
import { createSandbox, type Sandbox } from '../sandbox/create-sandbox.ts'
import type { Isolation } from '../sandbox/isolation.ts'
import { createDataTools } from '../tools/create-data-tools.ts'
import type { DataToolsOptions } from '../tools/run-data.ts'
import { sandboxOfWorker } from './worker-sandbox.ts'

/** The sandbox of the worker, and a data folder for one test file, deleted after it. */
export type Workshop = {
  readonly sandbox: Sandbox
  readonly folder: string
  readonly retired: RetiredVersions
  readonly ingestSample: ReturnType<typeof openSamples>
  readonly close: () => Promise<void>
}

/** Converts each sample once in a worker. */
const ingestSampleOfWorker = openSamples()

/** Makes an empty data folder. With `isolation`, opens a sandbox that is confined so and ends with the workshop. */
export async function openWorkshop({
  isolation,
}: {
  readonly isolation?: Isolation
} = {}): Promise<Workshop> {
  const root = await mkdtemp(join(tmpdir(), 'parley-data-test-'))
  const folder = join(root, 'data')
  await mkdir(folder)
  const own = isolation && (await createSandbox({ tempFolder: root, isolation }))
  return {
    sandbox: own ?? (await sandboxOfWorker()),
    folder,
    retired: memoryRetired(),
    ingestSample: own ? openSamples() : ingestSampleOfWorker,
    close: async () => {
      await own?.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** A list of retired versions in memory. */
function memoryRetired(): RetiredVersions {
  const added = new Map<string, number>()
  return {
    add: async (versions) => {
      for (const version of versions) if (!added.has(version)) added.set(version, Date.now())
    },
    addedBefore: async (time) =>
      [...added].filter(([, addedMs]) => addedMs < time.getTime()).map(([version]) => version),
    delete: async (versions) => {
      for (const version of versions) added.delete(version)
    },
  }
}

/** Connects sample sources for an owner, as the service does. */
export async function connectSamples(
  { sandbox, folder, ingestSample }: Workshop,
  { ownerId, names }: { ownerId: string; names: readonly string[] },
): Promise<QueryableSource[]> {
  const sources: QueryableSource[] = []
  for (const name of names) {
    const { tables, description } = await ingestSample(name, { sandbox, folder, ownerId })
    sources.push({ id: randomUUID(), name, kind: 'file', description, tables })
  }
  return sources
}

/** One run of the tools. Each call is the next step, and its saved files can be read. */
export type ToolRun = {
  readonly call: (name: string, input: JsonObject) => Promise<ToolResult>
  readonly saved: ToolFile[]
}

/** Starts a run for an owner. */
export function startRun(
  { sandbox, folder }: Workshop,
  options: Pick<
    DataToolsOptions,
    | 'sources'
    | 'definitions'
    | 'ownerId'
    | 'egress'
    | 'sqlTimeoutMs'
    | 'chartTimeoutMs'
    | 'keepResult'
    | 'values'
    | 'joins'
    | 'canAsk'
    | 'cluster'
    | 'versions'
  >,
): ToolRun {
  const saved: ToolFile[] = []
  const saveArtifact = async (file: ToolFile) => {
    saved.push(file)
    return `artifacts/test/${file.name}`
  }
  const tools = createDataTools({ sandbox, folder, saveArtifact, ...options })
  let stepId = 0
  return {
    saved,
    call: async (name, input) => {
      const tool = tools.find((candidate) => candidate.name === name)
      if (!tool) throw new Error(`There is no tool ${name}`)
      stepId++
      return tool.call(input, { stepId, signal: new AbortController().signal, onProgress: () => undefined })
    },
  }
}

/** The exact output of a statement without the estimate, which depends on the engine and its version. */
export function answerOf({ estimate, sources: _, ...answer }: JsonObject): JsonObject {
  return answer
}
