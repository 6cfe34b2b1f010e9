import type { Model, ModelEvent, ModelMessage, ModelReply, ModelRequest, ToolDefinition } from '@parley/agent'
import { type ModelConfig, type Provider, Secret } from '@parley/domain'
import { createEgress, type Egress } from '@parley/net'
import { createModel } from '../create-model.ts'
import { type ScriptedReply, startVendorServer, type VendorServer } from './vendor-server.ts'

export type Asked = { readonly events: readonly ModelEvent[]; readonly reply: ModelReply }

/** Calls a model and reads all events. */
export async function ask(model: Model, request: Partial<ModelRequest> = {}): Promise<Asked> {
  const call = model({
    messages: [{ role: 'user', content: 'How many orders?' }],
    tools: [],
    isStreaming: false,
    signal: new AbortController().signal,
    ...request,
  })
  const events: ModelEvent[] = []
  for (;;) {
    const next = await call.next()
    if (next.done) return { events, reply: next.value }
    events.push(next.value)
  }
}

export type Stage = AsyncDisposable & {
  readonly vendor: VendorServer
  readonly egress: Egress
  readonly model: Model
}

type Limits = { readonly firstByteMs?: number; readonly idleMs?: number; readonly replyBytes?: number }

/** A vendor's stand-in with a script, and a model configured for it. */
export async function stage(
  provider: Provider,
  script: readonly ScriptedReply[],
  { limits = {}, ...config }: Partial<ModelConfig> & { readonly limits?: Limits } = {},
): Promise<Stage> {
  const vendor = await startVendorServer({ provider, script })
  const egress = createEgress({ mode: 'local', allow: [], ownPorts: [], limits: { model: limits } })
  const isOwn = provider === 'ollama'
  const model = createModel(
    {
      provider,
      model: 'large',
      apiKey: new Secret('test-key'),
      baseUrl: isOwn ? vendor.url : null,
      params: {},
      ...config,
    },
    { egress, ...(isOwn ? {} : { vendorUrls: { [provider]: vendor.url } }) },
  )
  return {
    vendor,
    egress,
    model,
    [Symbol.asyncDispose]: async () => {
      await egress.close()
      await vendor.close()
    },
  }
}

export const COUNT_TOOL: ToolDefinition = {
  name: 'count_rows',
  description: 'Counts the rows of a table.',
  parameters: { type: 'object', properties: { table: { type: 'string' } }, required: ['table'] },
}

/** Returns the transcript with the results of a reply's tool calls. */
export function withResults(question: readonly ModelMessage[], reply: ModelReply): ModelMessage[] {
  const results = reply.toolCalls.map((call, index): ModelMessage => {
    return {
      role: 'tool',
      toolCallId: call.id,
      toolName: call.name,
      content: `${index + 41} rows`,
      isError: false,
    }
  })
  const { text, toolCalls, echo } = reply
  return [
    ...question,
    { role: 'assistant', content: text, toolCalls, ...(echo === undefined ? {} : { echo }) },
    ...results,
  ]
}
