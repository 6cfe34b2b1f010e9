import type { Step } from '@parley/contract'
import { artifactUrl, filesOf } from '#web/console/components/artifact-url.ts'
import { chatName } from '#web/console/components/chat-name.ts'
import { splitReasoning } from '#web/console/components/conversation/split-reasoning.ts'
import { CONVERSATION_TEXTS } from '#web/console/components/conversation/texts.ts'
import { CHAT_TEXTS } from '../texts.ts'
import type { Chat } from './chat.ts'
import { describeRating, type Ratings } from './describe-rating.ts'
import { statementsOf } from './statements-of.ts'

/** What a chat needs from the service to be written. */
type Sources = {
  /** The address of the service, for links. */
  readonly origin: string
  readonly readSteps: (runId: string) => Promise<readonly Step[]>
  /** An answer with a footnote for each judged number; `label` keeps the footnotes of answers apart. */
  readonly withEvidence: (
    text: string,
    answer: { readonly runId: string; readonly label: string },
  ) => Promise<string>
  /** What the user thinks of the answers, by their position from 1. */
  readonly ratings: Ratings
}

/** A chat as Markdown: questions, answers, and for each answer its statements, its charts and the link to its run. */
export async function writeMarkdown(chat: Chat, sources: Sources): Promise<string> {
  const parts: string[] = [`# ${chatName(chat.name)}\n`]
  for (const [index, { role, content, run_id: runId }] of chat.messages.entries()) {
    const speaker = role === 'user' ? CONVERSATION_TEXTS.you : CONVERSATION_TEXTS.assistant
    const { text } = splitReasoning(content)
    const label = String(index + 1)
    const written = runId ? await sources.withEvidence(text, { runId, label }) : text
    parts.push(`## ${speaker}\n\n${written}\n`)
    const rating = describeRating(sources.ratings.get(index + 1))
    if (rating !== null) parts.push(`${quote(rating)}\n`)
    if (runId)
      parts.push(...writeRun(await sources.readSteps(runId), `${sources.origin}/runs/${runId}`, sources))
  }
  return parts.join('\n')
}

function writeRun(steps: readonly Step[], address: string, { origin }: Sources): string[] {
  const statements = statementsOf(steps).map(fence)
  const pictures = steps
    .flatMap(filesOf)
    .filter((file) => file.endsWith('.png'))
    .map((file) => `![${CHAT_TEXTS.chart}](${origin}${artifactUrl(file)})\n`)
  return [...pictures, ...statements, `[${CONVERSATION_TEXTS.openRun}](${address})\n`]
}

/** Text as a quotation, in which a comment cannot become a heading. */
function quote(text: string): string {
  return text.replaceAll(/^/gm, '> ')
}

/** A fence that is longer than any in the statement. */
function fence(sql: string): string {
  const longest = Math.max(2, ...[...sql.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const mark = '`'.repeat(longest + 1)
  return `${mark}sql\n${sql}\n${mark}\n`
}
