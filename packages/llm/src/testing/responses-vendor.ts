import {
  asFields,
  asList,
  type Fields,
  firstOf,
  inPieces,
  isObjectText,
  refuse,
  unknownField,
} from './judge.ts'
import type { Vendor, VendorAnswer } from './vendor-server.ts'

const BODY_FIELDS = [
  'model',
  'input',
  'instructions',
  'store',
  'tools',
  'include',
  'temperature',
  'top_p',
  'max_output_tokens',
  'stream',
]

/** OpenAI's Responses API as Parley uses it: nothing stored, reasoning encrypted. */
export function responsesVendor(apiKey: string): Vendor {
  return {
    path: '/v1/responses',
    judge: ({ headers, body, method }) => {
      if (headers.authorization !== `Bearer ${apiKey}`) {
        const message = `Incorrect API key provided: ${headers.authorization}.`
        return refuse(401, { error: { message, type: 'invalid_request_error', code: 'invalid_api_key' } })
      }
      const complaint = method === 'GET' ? null : complainAbout(asFields(body))
      if (complaint === null) return null
      return refuse(400, {
        error: { message: complaint, type: 'invalid_request_error', param: 'input', code: null },
      })
    },
    writeWhole: (answer) => responseOf(answer),
    writeStream: (answer) => writeStream(answer),
    models: () => ({
      object: 'list',
      data: ['gpt-4o', 'gpt-5', 'text-embedding-3-small', 'whisper-1'].map((id) => ({ id })),
    }),
  }
}

function complainAbout(body: Fields): string | null {
  const isReasoning = /^(o\d|gpt-5)/.test(String(body.model))
  const hasSampling = 'temperature' in body || 'top_p' in body
  return firstOf([
    unknownField(body, BODY_FIELDS, 'body'),
    body.store === false ? null : 'This stand-in wants store to be false.',
    isReasoning && hasSampling
      ? "Unsupported parameter: 'temperature' is not supported with this model."
      : null,
    !isReasoning && 'include' in body ? 'Encrypted content is not supported with this model.' : null,
    ...asList(body.tools).map(asFields).map(complainAboutTool),
    'tools' in body && asList(body.tools).length === 0 ? 'tools must not be empty.' : null,
    complainAboutItems(asList(body.input).map(asFields), isReasoning),
  ])
}

function complainAboutTool(tool: Fields): string | null {
  return firstOf([
    unknownField(tool, ['type', 'name', 'description', 'parameters', 'strict'], 'tools'),
    tool.type === 'function' ? null : 'tools[].type must be function.',
    tool.strict === false
      ? null
      : 'Invalid schema for function: strict schemas need additionalProperties to be false.',
  ])
}

function complainAboutItems(items: readonly Fields[], isReasoning: boolean): string | null {
  const open = new Set<unknown>()
  if (items.length === 0) return 'input must not be empty.'
  for (const [index, item] of items.entries()) {
    const complaint = complainAboutItem(item, {
      previous: items[index - 1],
      next: items[index + 1],
      isReasoning,
    })
    if (complaint !== null) return complaint
    if (item.type === 'function_call') open.add(item.call_id)
    if (item.type === 'function_call_output' && !open.delete(item.call_id)) {
      return `No tool call found for function call output with call_id ${String(item.call_id)}.`
    }
  }
  const [unanswered] = open
  return unanswered === undefined ? null : `No tool output found for function call ${String(unanswered)}.`
}

type Neighbours = {
  readonly previous: Fields | undefined
  readonly next: Fields | undefined
  readonly isReasoning: boolean
}

function complainAboutItem(item: Fields, { previous, next, isReasoning }: Neighbours): string | null {
  switch (item.type ?? 'message') {
    case 'message':
      if (!['user', 'assistant', 'system', 'developer'].includes(String(item.role)))
        return `Invalid role ${String(item.role)}.`
      return typeof item.content === 'string' || Array.isArray(item.content) ? null : 'content is required.'
    case 'reasoning':
      if (typeof item.encrypted_content !== 'string') {
        return `Item with id '${String(item.id)}' not found. Items are not persisted when store is set to false.`
      }
      return next === undefined || ('role' in next && next.role === 'user')
        ? `Item '${String(item.id)}' of type 'reasoning' was provided without its required following item.`
        : null
    case 'function_call':
      if (
        isReasoning &&
        'id' in item &&
        !['reasoning', 'function_call', 'message'].includes(String(previous?.type))
      ) {
        return `Item '${String(item.id)}' of type 'function_call' was provided without its required 'reasoning' item.`
      }
      return isObjectText(item.arguments) || typeof item.arguments === 'string'
        ? null
        : 'arguments must be a string.'
    case 'function_call_output':
      return typeof item.output === 'string' || asList(item.output).every(isOutputPart)
        ? null
        : 'output must be a string or a list of input_text and input_image.'
    default:
      return `Unknown item type ${String(item.type)}.`
  }
}

function isOutputPart(value: unknown): boolean {
  const { type, text, image_url } = asFields(value)
  if (type === 'input_text') return typeof text === 'string'
  return type === 'input_image' && /^data:image\/(png|jpeg|gif|webp);base64,\S+$/.test(String(image_url))
}

function responseOf(answer: VendorAnswer): Fields {
  const isCut = answer.finish === 'length' || answer.finish === 'content_filter'
  return {
    id: 'resp_1',
    object: 'response',
    status: isCut ? 'incomplete' : 'completed',
    incomplete_details: isCut
      ? { reason: answer.finish === 'length' ? 'max_output_tokens' : 'content_filter' }
      : null,
    output: itemsOf(answer),
    usage: { input_tokens: 12, output_tokens: 7, total_tokens: 19 },
  }
}

function itemsOf(answer: VendorAnswer): Fields[] {
  const reasoning = {
    type: 'reasoning',
    id: 'rs_1',
    summary: [{ type: 'summary_text', text: answer.reasoning }],
    encrypted_content: 'encrypted',
  }
  const message = {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: answer.text, annotations: [] }],
  }
  const calls = (answer.toolCalls ?? []).map((call, index) => ({
    type: 'function_call',
    id: `fc_${index}`,
    call_id: `call_${index}_of_openai`,
    name: call.name,
    arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
    status: 'completed',
  }))
  return [
    ...(answer.reasoning === undefined ? [] : [reasoning]),
    ...(answer.text === undefined ? [] : [message]),
    ...calls,
  ]
}

function writeStream(answer: VendorAnswer): string[] {
  const response = responseOf(answer)
  const last = response.status === 'incomplete' ? 'response.incomplete' : 'response.completed'
  const events: Fields[] = [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    ...inPieces(answer.reasoning ?? '').map((delta) => ({
      type: 'response.reasoning_summary_text.delta',
      delta,
    })),
    ...inPieces(answer.text ?? '').map((delta) => ({ type: 'response.output_text.delta', delta })),
    { type: last, response },
  ]
  return events.map((event, index) => {
    return `event: ${String(event.type)}\ndata: ${JSON.stringify({ ...event, sequence_number: index })}\n\n`
  })
}
