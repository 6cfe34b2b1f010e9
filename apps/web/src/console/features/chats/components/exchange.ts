import type { AssistantReply, Message } from '@parley/contract'
import type { QueuedQuestion } from './question-queue.ts'

/** A question that was asked, and how many messages the history had before it. */
export type Asked = QueuedQuestion & { readonly place: number }

/** Whether the history has a question that was asked. A question with the same text before its place is another one. */
export function hasQuestion(messages: readonly Message[], asked: Pick<Asked, 'question' | 'place'>): boolean {
  return indexOf(messages, asked) !== -1
}

/** Whether the history has the answer to a question that was asked. */
export function hasAnswer(messages: readonly Message[], asked: Pick<Asked, 'question' | 'place'>): boolean {
  const index = indexOf(messages, asked)
  return index !== -1 && messages[index + 1]?.role === 'assistant'
}

/** The history before a question. The service may have stored the question, or its answer too. */
export function beforeQuestion(
  messages: readonly Message[],
  asked: Pick<Asked, 'question' | 'place'>,
): readonly Message[] {
  return messages.slice(0, startOf(messages, asked))
}

/** The history with a question and its answer, each once: it may already have the question, or both. */
export function withExchange(messages: readonly Message[], asked: Asked, answer: AssistantReply): Message[] {
  const created_at = new Date().toISOString().replace('Z', '000')
  const start = startOf(messages, asked)
  const question = messages[start] ?? toMessage(asked, created_at)
  return [...messages.slice(0, start), question, { ...answer, created_at }, ...messages.slice(start + 2)]
}

function startOf(messages: readonly Message[], asked: Pick<Asked, 'question' | 'place'>): number {
  const index = indexOf(messages, asked)
  if (index !== -1) return index
  return messages.at(-1)?.role === 'user' ? messages.length - 1 : messages.length
}

function indexOf(
  messages: readonly Message[],
  { question, place }: Pick<Asked, 'question' | 'place'>,
): number {
  return messages.findIndex(
    ({ role, content }, index) => index >= place && role === 'user' && content === question,
  )
}

function toMessage({ question, images }: QueuedQuestion, created_at: string): Message {
  return {
    role: 'user',
    content: question,
    type: null,
    status: null,
    run_id: null,
    artifacts: images.length > 0 ? [...images] : null,
    suggestions: null,
    created_at,
  }
}
