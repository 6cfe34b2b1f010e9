import type { AssistantReply, Message } from '@parley/contract'

/** Keeps the suggestions of an answer in this tab, because the service does not store them. */
export function keepSuggestions(
  sessionId: string,
  { content, suggestions }: Pick<AssistantReply, 'content' | 'suggestions'>,
): void {
  window.sessionStorage.setItem(keyOf(sessionId), JSON.stringify({ content, suggestions: suggestions ?? [] }))
}

/** The suggestions of the last answer of a chat; none when another answer has followed. */
export function keptSuggestions(sessionId: string, last: Message | undefined): readonly string[] {
  const text = window.sessionStorage.getItem(keyOf(sessionId))
  if (last?.role !== 'assistant') return []
  if (last.type === 'dia' && last.status === 'ok') return choicesIn(last.content)
  if (text === null) return []
  // Only keepSuggestions writes it.
  const kept = JSON.parse(text) as { readonly content: string; readonly suggestions: readonly string[] }
  return kept.content === last.content ? kept.suggestions : []
}

/** The list at the end of a question that ask_user asked. */
function choicesIn(content: string): readonly string[] {
  return [...(/(?:\n- .+)+$/.exec(content)?.[0] ?? '').matchAll(/- (.+)/g)].map(([, choice = '']) => choice)
}

function keyOf(sessionId: string): string {
  return `parley.suggestions.${sessionId}`
}
