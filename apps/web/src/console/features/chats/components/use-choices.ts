'use client'

import { useRouter } from 'next/navigation'
import { chooseFiles } from '#web/console/components/attachments/choose-files.ts'
import type { Attachments } from '#web/console/components/attachments/use-attachments.ts'
import { useAgents } from '#web/console/queries/agent.ts'
import { isOffered, useSources } from '#web/console/queries/data-source.ts'
import { useKeeping } from '#web/console/queries/session.ts'
import { useUpdateChat } from '../hooks.ts'
import { CHOICE_TEXTS as texts } from './choice-texts.ts'
import { hasWords, type Typed } from './read-typed.ts'

/** An entry of the list behind `@` or `/`. */
export type Choice = {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly hint: string
  /** The text that replaces what was typed in the composer; empty by default. */
  readonly text?: string
  readonly choose: () => void
}

/** The composer whose text is completed. */
export type ChoiceTarget = {
  readonly attachments: Attachments
  readonly agentId: string | null
  /** Absent before the chat is created. */
  readonly sessionId?: string
  /** Gives another agent to a chat that is not created yet. */
  readonly onAgent?: (id: string) => void
}

const MAX_SHOWN = 12

/** The choices for what a person typed. */
export function useChoices(typed: Typed | null, target: ChoiceTarget): readonly Choice[] {
  const mentions = useMentions(target)
  const commands = useCommandChoices(target)
  if (typed === null) return []
  if (typed.kind === 'command') return commands.filter((choice) => isCommand(choice, typed.words))
  return mentions.filter(({ label, hint }) => hasWords(`${label} ${hint}`, typed.words)).slice(0, MAX_SHOWN)
}

function isCommand({ label, hint }: Choice, words: string): boolean {
  return label.slice(1).startsWith(words) || hasWords(hint, words)
}

/** The data sources that a question can be about, and the other agents that can answer it. */
function useMentions({ attachments, agentId, sessionId = '', onAgent }: ChoiceTarget): readonly Choice[] {
  const { mutate } = useUpdateChat(sessionId)
  const sources = useSources().data?.data_sources ?? []
  const agents = useAgents().data?.agents ?? []
  // An agent reads a data source of the service only if it was chosen in the agent's form.
  const own = sources.filter((source) => !isOffered(source))
  return [
    ...own.map(({ id, name, title }) => ({
      id,
      group: texts.sources,
      label: title,
      hint: name,
      choose: () => attachments.addSource({ id, name, title }),
    })),
    ...agents
      .filter(({ id }) => id !== agentId)
      .map(({ id, name, description }) => ({
        id,
        group: texts.agents,
        label: name,
        hint: description,
        choose: () => (onAgent ? onAgent(id) : mutate({ session_id: sessionId, agent_id: id })),
      })),
  ]
}

function useCommandChoices({ attachments, sessionId }: ChoiceTarget): readonly Choice[] {
  const router = useRouter()
  const keeping = useKeeping(sessionId ?? '', { isWanted: sessionId !== undefined }).data
  const { mutate } = useUpdateChat(sessionId ?? '')
  const all = texts.commands
  const nothing = () => undefined
  const of = ({ name, does }: { readonly name: string; readonly does: string }, choose: () => void) => ({
    id: name,
    group: texts.command,
    label: name,
    hint: does,
    choose,
  })
  const kept =
    sessionId !== undefined && keeping
      ? [
          of(keeping.isPinned ? all.unpin : all.pin, () =>
            mutate({ session_id: sessionId, is_pinned: !keeping.isPinned }),
          ),
          of(keeping.isArchived ? all.unarchive : all.archive, () =>
            mutate({ session_id: sessionId, is_archived: !keeping.isArchived }),
          ),
        ]
      : []
  return [
    { ...of(all.choose, nothing), text: '@' },
    of(all.files, () => chooseFiles(attachments.addFiles)),
    ...(sessionId === undefined ? [] : [of(all.new, () => router.push('/chats'))]),
    ...kept,
    of(all.sql, () => router.push('/sources/sql')),
  ]
}
