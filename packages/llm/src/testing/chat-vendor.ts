import type { Provider } from '@parley/domain'
import {
  asFields,
  asList,
  type Fields,
  firstOf,
  inPieces,
  isObjectText,
  refuse,
  repeated,
  unknownField,
} from './judge.ts'
import type { Vendor, VendorAnswer } from './vendor-server.ts'

type Dialect = Exclude<Provider, 'openai' | 'anthropic'>

const BODY_FIELDS = [
  'model',
  'messages',
  'tools',
  'temperature',
  'top_p',
  'max_tokens',
  'stream',
  'stream_options',
]

/**
 * A chat completions server with the strictest rules of all: Gemini's on signatures, DeepSeek's on reasoning,
 * Mistral's on ids.
 */
export function chatVendor(dialect: Dialect, apiKey: string): Vendor {
  return {
    path: '/v1/chat/completions',
    judge: ({ headers, body, method }) => {
      const isKeyNeeded = dialect !== 'ollama' || headers.authorization !== undefined
      if (isKeyNeeded && headers.authorization !== `Bearer ${apiKey}`) {
        return refuse(401, {
          error: { message: `Incorrect API key provided: ${headers.authorization}`, code: 'invalid_api_key' },
        })
      }
      const complaint = method === 'GET' ? null : complainAbout(asFields(body), dialect)
      if (complaint === null) return null
      const error = { code: 400, message: complaint, status: 'INVALID_ARGUMENT' }
      // Gemini wraps its errors in a list.
      return refuse(400, dialect === 'gemini' ? [{ error }] : { error })
    },
    writeWhole: (answer) => ({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      choices: [
        { index: 0, finish_reason: finishOf(answer, dialect, false), message: messageOf(answer, dialect) },
      ],
      usage: { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 },
    }),
    writeStream: (answer) => writeStream(answer, dialect),
    models: () => ({
      object: 'list',
      data: ['large', 'small', 'text-embedding'].map((id) => ({
        id: dialect === 'gemini' ? `models/${id}` : id,
      })),
    }),
  }
}

function complainAbout(body: Fields, dialect: Dialect): string | null {
  const messages = asList(body.messages).map(asFields)
  return firstOf([
    unknownField(body, BODY_FIELDS, 'body'),
    typeof body.model === 'string' && body.model !== '' ? null : 'model is required.',
    messages.length > 0 ? null : 'messages must not be empty.',
    'stream_options' in body && body.stream !== true ? 'stream_options is only allowed with stream.' : null,
    ...asList(body.tools).map(asFields).map(complainAboutTool),
    'tools' in body && asList(body.tools).length === 0 ? 'tools must not be empty.' : null,
    ...messages.map((message) => complainAboutMessage(message, dialect, body.model)),
    complainAboutOrder(messages),
  ])
}

function complainAboutTool(tool: Fields): string | null {
  const { name, parameters } = asFields(tool.function)
  if (tool.type !== 'function') return 'tools[].type must be function.'
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(name))) return 'tools[].function.name has a wrong form.'
  return asFields(parameters).type === 'object' ? null : 'tools[].function.parameters must be of type object.'
}

function hasParts({ content }: Fields): boolean {
  return asList(content)
    .map(asFields)
    .every(({ type, text, image_url }) =>
      type === 'text' ? typeof text === 'string' : /^data:image\//.test(String(asFields(image_url).url)),
    )
}

/** On servers that are not a vendor's, only some models read pictures. */
function readsPictures(dialect: Dialect, model: unknown): boolean {
  return dialect === 'gemini' || (dialect === 'ollama' && String(model).includes('vl'))
}

function complainAboutMessage(message: Fields, dialect: Dialect, model: unknown): string | null {
  const calls = asList(message.tool_calls).map(asFields)
  switch (message.role) {
    case 'system':
    case 'user':
      return firstOf([
        unknownField(message, ['role', 'content'], 'messages'),
        typeof message.content === 'string' || (readsPictures(dialect, model) && hasParts(message))
          ? null
          : 'content must be a string.',
      ])
    case 'tool':
      return firstOf([
        unknownField(message, ['role', 'content', 'tool_call_id'], 'messages'),
        typeof message.content === 'string' ? null : 'content must be a string.',
      ])
    case 'assistant':
      return firstOf([
        unknownField(message, ['role', 'content', 'tool_calls', ...assistantExtras(dialect)], 'messages'),
        typeof message.content === 'string' || calls.length > 0 ? null : 'content or tool_calls is required.',
        'tool_calls' in message && calls.length === 0 ? 'tool_calls must not be empty.' : null,
        ...calls.map((call) => complainAboutCall(call, dialect)),
        complainAboutEcho(message, calls, { dialect, model }),
      ])
    default:
      return `Unknown role ${String(message.role)}.`
  }
}

function assistantExtras(dialect: Dialect): string[] {
  if (dialect === 'deepseek') return ['reasoning_content']
  return dialect === 'ollama' ? ['reasoning_details'] : []
}

function complainAboutCall(call: Fields, dialect: Dialect): string | null {
  const written = asFields(call.function)
  return firstOf([
    unknownField(
      call,
      ['id', 'type', 'function', ...(dialect === 'deepseek' ? [] : ['extra_content'])],
      'tool_calls',
    ),
    unknownField(written, ['name', 'arguments'], 'tool_calls.function'),
    /^[A-Za-z0-9]{9}$/.test(String(call.id)) ? null : 'Tool call id must be 9 letters or digits.',
    call.type === 'function' ? null : 'tool_calls[].type must be function.',
    isObjectText(written.arguments) ? null : 'tool_calls[].function.arguments must be a JSON object.',
  ])
}

function complainAboutEcho(
  message: Fields,
  calls: readonly Fields[],
  { dialect, model }: { dialect: Dialect; model: unknown },
): string | null {
  const [first] = calls
  if (first === undefined) return null
  const signature = asFields(asFields(first.extra_content).google).thought_signature
  if (dialect === 'gemini' && typeof signature !== 'string') {
    return 'Function call is missing a thought_signature in functionCall parts.'
  }
  if (
    dialect === 'deepseek' &&
    model === 'deepseek-reasoner' &&
    typeof message.reasoning_content !== 'string'
  ) {
    return 'The `reasoning_content` in the thinking mode must be passed back to the API.'
  }
  return null
}

function complainAboutOrder(messages: readonly Fields[]): string | null {
  let open: unknown[] = []
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.includes(message.tool_call_id))
        return "Messages with role 'tool' must follow a message with 'tool_calls'."
      open = open.filter((id) => id !== message.tool_call_id)
      continue
    }
    if (open.length > 0)
      return "An assistant message with 'tool_calls' must be followed by all tool messages."
    open = asList(message.tool_calls).map((call) => asFields(call).id)
    if (repeated(open) !== undefined) return 'Duplicate tool call id.'
  }
  return open.length > 0
    ? "An assistant message with 'tool_calls' must be followed by all tool messages."
    : null
}

function finishOf(answer: VendorAnswer, dialect: Dialect, isStream: boolean): string {
  if (answer.finish !== undefined) return answer.finish
  if (answer.toolCalls === undefined) return 'stop'
  return dialect === 'gemini' && isStream ? 'stop' : 'tool_calls'
}

function messageOf(answer: VendorAnswer, dialect: Dialect): Fields {
  return {
    role: 'assistant',
    content: answer.text ?? null,
    ...reasoningOf(answer.reasoning, dialect),
    ...(answer.toolCalls === undefined ? {} : { tool_calls: callsOf(answer, dialect) }),
  }
}

function reasoningOf(reasoning: string | undefined, dialect: Dialect): Fields {
  if (reasoning === undefined) return {}
  return dialect === 'ollama' ? { reasoning } : { reasoning_content: reasoning }
}

function callsOf(answer: VendorAnswer, dialect: Dialect): Fields[] {
  return (answer.toolCalls ?? []).map((call, index) => ({
    id: `call_${index}_of_the_vendor`,
    type: 'function',
    function: {
      name: call.name,
      arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
    },
    // Only the first of parallel calls is signed.
    ...(dialect === 'gemini' && index === 0
      ? { extra_content: { google: { thought_signature: `signature-of-${call.name}` } } }
      : {}),
  }))
}

function writeStream(answer: VendorAnswer, dialect: Dialect): string[] {
  const deltas: Fields[] = [
    { role: 'assistant', content: '' },
    ...inPieces(answer.reasoning ?? '').map((piece) => reasoningOf(piece, dialect)),
    ...inPieces(answer.text ?? '').map((content) => ({ content })),
    ...callsOf(answer, dialect).map((call, index) => ({
      tool_calls: [dialect === 'gemini' ? call : { ...call, index: dialect === 'ollama' ? 0 : index }],
    })),
  ]
  const chunks = [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: finishOf(answer, dialect, true) }] },
    { choices: [], usage: { prompt_tokens: 12, completion_tokens: 7 } },
  ]
  return [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n']
}
