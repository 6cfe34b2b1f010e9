import { answerData } from './answer-data.ts'
import { findToolUse, isDataTool } from './call-other-tool.ts'
import { type Conversation, readConversation } from './conversation.ts'
import type { Move } from './move.ts'
import { GREETING, NO_TOOLS, NOT_UNDERSTOOD } from './texts.ts'
import type { ChatReply, ChatRequest } from './wire.ts'

const GREETINGS =
  /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings|thanks|thank you|ping|test|help|who are you|what are you|what can you do|what (?:can|could|should) i ask|how are you)\b[^?]{0,40}\??\W*$/i
const OTHER_RESULT_CHARACTERS = 2_000

/**
 * Returns the next reply of a conversation, from the tool definitions and the results so far. Pure: the same
 * request always has the same reply.
 */
export function planReply(request: ChatRequest): ChatReply {
  const repeated = repeatAnswer(request)
  if (repeated !== null) return { content: repeated, toolCalls: [] }
  const conversation = readConversation(request.messages)
  const move = decide(request, conversation)
  if (move.kind === 'say') return { content: move.text, toolCalls: [] }
  const id = `call_demo_${request.messages.length}`
  return { content: '', toolCalls: [{ id, name: move.name, argumentsText: JSON.stringify(move.input) }] }
}

/** How Parley asks a model to correct numbers of its answer. */
const CORRECTION = /^These numbers of your answer are not in the results/

/** Rules would make the same answer again, so a request to correct it gets that answer. Null for any other request. */
function repeatAnswer({ messages }: ChatRequest): string | null {
  const [answer, request] = messages.slice(-2)
  const isAsked = request?.role === 'user' && CORRECTION.test(request.content)
  return isAsked && answer?.role === 'assistant' ? answer.content : null
}

function decide({ tools }: ChatRequest, conversation: Conversation): Move {
  const { text, calls } = conversation
  const other = calls.findLast(({ name }) => !isDataTool(name))
  if (other !== undefined) return { kind: 'say', text: describeResult(other.name, other.content) }
  if (calls.length === 0 && (text === '' || GREETINGS.test(text))) return { kind: 'say', text: GREETING }

  const use = calls.length === 0 ? findToolUse(text, tools) : null
  if (use !== null) return { kind: 'call', name: use.tool.name, input: use.input }

  const isAboutData = calls.length > 0 || tools.some(({ name }) => name === 'find_metadata')
  if (isAboutData) return answerData(conversation, new Set(tools.map(({ name }) => name)))
  if (tools.length === 0) return { kind: 'say', text: NO_TOOLS }
  const names = tools.map(({ name }) => `\`${name}\``).join(', ')
  return {
    kind: 'say',
    text: `${NOT_UNDERSTOOD} To have a tool called, name it with its arguments; there are: ${names}.`,
  }
}

function describeResult(name: string, content: string): string {
  const text = content.trim()
  const cut = text.length > OTHER_RESULT_CHARACTERS ? `${text.slice(0, OTHER_RESULT_CHARACTERS)} …` : text
  return cut === '' ? `The tool \`${name}\` gave an empty result.` : `The tool \`${name}\` says:\n\n${cut}`
}
