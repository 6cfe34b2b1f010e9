import { asFields, asList, type Fields, firstOf, inPieces, refuse, repeated, unknownField } from './judge.ts'
import type { Refusal, Vendor, VendorAnswer, VendorRequest } from './vendor-server.ts'

const BODY_FIELDS = [
  'model',
  'max_tokens',
  'messages',
  'system',
  'tools',
  'tool_choice',
  'temperature',
  'top_p',
  'stream',
]

const SIGNATURE = 'signature-of-the-thought'

/**
 * Anthropic's Messages API. It records the calls that it wrote while thinking and requires the thinking block
 * back with them.
 */
export function anthropicVendor(apiKey: string): Vendor {
  const thoughtful = new Set<unknown>()
  const remember = (answer: VendorAnswer) => {
    const blocks = blocksOf(answer, thoughtful.size)
    if (answer.reasoning === undefined) return blocks
    for (const block of blocks) if (block.type === 'tool_use') thoughtful.add(block.id)
    return blocks
  }
  return {
    path: '/v1/messages',
    judge: (request) => judge(request, { apiKey, thoughtful }),
    writeWhole: (answer) => ({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      content: remember(answer),
      stop_reason: stopReasonOf(answer),
      usage: { input_tokens: 10, cache_read_input_tokens: 2, output_tokens: 7 },
    }),
    writeStream: (answer) => writeStream(answer, remember(answer)),
    models: () => ({
      data: [{ type: 'model', id: 'claude-opus-5', display_name: 'Claude Opus 5' }],
      has_more: false,
    }),
  }
}

function judge(
  { headers, body, method }: VendorRequest,
  { apiKey, thoughtful }: { apiKey: string; thoughtful: ReadonlySet<unknown> },
): Refusal | null {
  const error = (type: string, message: string) => ({ type: 'error', error: { type, message } })
  // The vendor accepts the key in either header; its client sends the second.
  if (headers['x-api-key'] !== apiKey && headers.authorization !== `Bearer ${apiKey}`) {
    return refuse(401, error('authentication_error', 'invalid x-api-key'))
  }
  if (headers['anthropic-version'] === undefined) {
    return refuse(400, error('invalid_request_error', 'anthropic-version: header is required'))
  }
  const complaint = method === 'GET' ? null : complainAbout(asFields(body), thoughtful)
  return complaint === null ? null : refuse(400, error('invalid_request_error', complaint))
}

function complainAbout(body: Fields, thoughtful: ReadonlySet<unknown>): string | null {
  const turns = asList(body.messages).map(asFields)
  const hasToolBlocks = turns.some((turn) =>
    blocksIn(turn).some((block) => String(block.type).startsWith('tool_')),
  )
  return firstOf([
    unknownField(body, BODY_FIELDS, 'body'),
    Number.isInteger(body.max_tokens) ? null : 'max_tokens: Field required',
    complainAboutSampling(body),
    hasToolBlocks && asList(body.tools).length === 0
      ? 'Requests which include `tool_use` or `tool_result` blocks must define tools'
      : null,
    ...asList(body.tools).map(asFields).map(complainAboutTool),
    turns[0]?.role === 'user' ? null : 'messages: first message must use the "user" role',
    ...turns.map((turn) => complainAboutTurn(turn, thoughtful)),
    ...turns.map((turn, index) => complainAboutResults(turn, turns[index - 1])),
    blocksIn(turns.at(-1)).some(({ type }) => type === 'tool_use')
      ? 'tool_use ids were found without tool_result blocks'
      : null,
  ])
}

function complainAboutSampling(body: Fields): string | null {
  const hasTemperature = 'temperature' in body
  if (hasTemperature && 'top_p' in body)
    return '`temperature` and `top_p` cannot both be specified for this model.'
  if (hasTemperature && /^claude-[a-z]+-(4-[78]|5)/.test(String(body.model)))
    return '`temperature` is deprecated for this model.'
  return hasTemperature && Number(body.temperature) > 1 ? 'temperature: range: 0..1' : null
}

function complainAboutTool(tool: Fields): string | null {
  if (!/^[a-zA-Z0-9_-]{1,128}$/.test(String(tool.name))) return 'tools.0.name: String should match pattern'
  return asFields(tool.input_schema).type === 'object' ? null : 'tools.0.input_schema.type: Field required'
}

function complainAboutTurn(turn: Fields, thoughtful: ReadonlySet<unknown>): string | null {
  const blocks = blocksIn(turn)
  if (turn.role !== 'user' && turn.role !== 'assistant')
    return `messages: Unexpected role "${String(turn.role)}".`
  if (blocks.length === 0) return 'messages: content must not be empty'
  const calls = blocks.filter(({ type }) => type === 'tool_use')
  if (calls.some(({ id }) => thoughtful.has(id)) && blocks[0]?.type !== 'thinking') {
    return 'Expected `thinking` or `redacted_thinking`, but found `tool_use`.'
  }
  if (repeated(calls.map(({ id }) => id)) !== undefined) return '`tool_use` ids must be unique'
  return firstOf(blocks.map(complainAboutBlock))
}

function complainAboutBlock(block: Fields): string | null {
  switch (block.type) {
    case 'text':
      return String(block.text).trim() === ''
        ? 'messages: text content blocks must contain non-whitespace text'
        : null
    case 'image':
      return asFields(block.source).type === 'base64'
        ? null
        : 'image.source: Input should be a valid dictionary'
    case 'thinking':
      return block.signature === SIGNATURE ? null : 'Invalid `signature` in `thinking` block'
    case 'tool_use':
      if (!/^[a-zA-Z0-9_-]+$/.test(String(block.id)))
        return "tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'"
      return (
        unknownField(block, ['type', 'id', 'name', 'input'], 'tool_use') ??
        (isObject(block.input) ? null : 'tool_use.input: Input should be a valid dictionary')
      )
    case 'tool_result':
      return unknownField(block, ['type', 'tool_use_id', 'content', 'is_error'], 'tool_result')
    default:
      return `messages: Input tag '${String(block.type)}' was not expected.`
  }
}

function complainAboutResults(turn: Fields, before: Fields | undefined): string | null {
  const called =
    before?.role === 'assistant'
      ? blocksIn(before)
          .filter(({ type }) => type === 'tool_use')
          .map(({ id }) => id)
      : []
  const blocks = turn.role === 'user' ? blocksIn(turn) : []
  const results = blocks.filter(({ type }) => type === 'tool_result').map(({ tool_use_id }) => tool_use_id)
  if (results.some((id) => !called.includes(id)))
    return 'unexpected `tool_use_id` found in `tool_result` blocks'
  if (called.some((id) => !results.includes(id)))
    return '`tool_use` ids were found without `tool_result` blocks immediately after'
  const isMixed = blocks.slice(0, results.length).some(({ type }) => type !== 'tool_result')
  return isMixed ? 'tool_result blocks must come first' : null
}

function blocksIn(turn: Fields | undefined): Fields[] {
  if (typeof turn?.content === 'string') return [{ type: 'text', text: turn.content }]
  return asList(turn?.content).map(asFields)
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function blocksOf(answer: VendorAnswer, serial: number): Fields[] {
  const calls = (answer.toolCalls ?? []).map((call, index) => ({
    type: 'tool_use',
    id: `toolu_${serial}_${index}`,
    name: call.name,
    input: call.arguments,
  }))
  return [
    ...(answer.reasoning === undefined
      ? []
      : [{ type: 'thinking', thinking: answer.reasoning, signature: SIGNATURE }]),
    ...(answer.text === undefined ? [] : [{ type: 'text', text: answer.text }]),
    ...calls,
  ]
}

function stopReasonOf(answer: VendorAnswer): string {
  if (answer.finish === 'length') return 'max_tokens'
  if (answer.finish === 'content_filter') return 'refusal'
  return answer.toolCalls === undefined ? 'end_turn' : 'tool_use'
}

function writeStream(answer: VendorAnswer, blocks: readonly Fields[]): string[] {
  const usage = { input_tokens: 10, cache_read_input_tokens: 2, output_tokens: 1 }
  const events: Fields[] = [
    {
      type: 'message_start',
      message: { id: 'msg_1', type: 'message', role: 'assistant', content: [], usage },
    },
    { type: 'ping' },
    ...blocks.flatMap((block, index) => [
      { type: 'content_block_start', index, content_block: emptied(block) },
      ...deltasOf(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason: stopReasonOf(answer) }, usage: { output_tokens: 7 } },
    { type: 'message_stop' },
  ]
  return events.map((event) => `event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`)
}

function emptied(block: Fields): Fields {
  if (block.type === 'tool_use') return { ...block, input: {} }
  return block.type === 'text'
    ? { type: 'text', text: '' }
    : { type: 'thinking', thinking: '', signature: '' }
}

function deltasOf(block: Fields): Fields[] {
  if (block.type === 'text') return inPieces(String(block.text)).map((text) => ({ type: 'text_delta', text }))
  if (block.type === 'thinking') {
    const thoughts = inPieces(String(block.thinking)).map((thinking) => ({
      type: 'thinking_delta',
      thinking,
    }))
    return [...thoughts, { type: 'signature_delta', signature: block.signature }]
  }
  const text = typeof block.input === 'string' ? block.input : JSON.stringify(block.input)
  return inPieces(text).map((partial_json) => ({ type: 'input_json_delta', partial_json }))
}
