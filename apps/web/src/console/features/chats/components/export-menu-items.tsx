'use client'

import { Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { chatName } from '#web/console/components/chat-name.ts'
import { splitReasoning } from '#web/console/components/conversation/split-reasoning.ts'
import { CONVERSATION_TEXTS } from '#web/console/components/conversation/texts.ts'
import { writeFootnotes } from '#web/console/components/evidence/write-footnotes.ts'
import type { MenuTarget } from '#web/console/components/lazy-menu.tsx'
import { rowsOfStep } from '#web/console/components/result/read-chart.ts'
import { saveText, toCsv } from '#web/console/components/result/save-text.ts'
import { sentenceOf } from '#web/console/components/sentence-of.ts'
import { useOpenOnArrival } from '#web/console/components/use-open-on-arrival.ts'
import { useTRPCClient } from '#web/console/trpc/client.ts'
import { CHAT_TEXTS } from '../texts.ts'
import type { Chat } from './chat-header.tsx'

/** Saves the chat as Markdown, as JSON, or only the rows of its last result. */
export function ExportMenuItems({ target, chat }: { readonly chat: Chat } & MenuTarget) {
  const menu = useOpenOnArrival()
  const saveResults = useSaveResults(chat)
  const saveMarkdown = useSaveMarkdown(chat)
  const name = chatName(chat.name)
  return (
    <Menu position="bottom-end" {...menu}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void saveMarkdown()}>{CHAT_TEXTS.exportMarkdown}</Menu.Item>
        <Menu.Item
          onClick={() => saveText(`${name}.json`, 'application/json', JSON.stringify(chat, null, 2))}
        >
          {CHAT_TEXTS.exportJson}
        </Menu.Item>
        <Menu.Item onClick={() => void saveResults()}>{CHAT_TEXTS.exportCsv}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Saves the rows of the newest query from the newest run with a query. */
function useSaveResults(chat: Chat): () => Promise<void> {
  const client = useTRPCClient()
  return async () => {
    try {
      for (const { run_id: runId } of chat.messages.toReversed()) {
        if (!runId) continue
        const { steps } = await client.run.get.query({ run_id: runId })
        const rows = rowsOfStep(steps.findLast((step) => rowsOfStep(step) !== null))
        if (rows) return saveText(`${chatName(chat.name)}.csv`, 'text/csv', toCsv(rows))
      }
      notifications.show({ message: CHAT_TEXTS.noResults })
    } catch (error) {
      notifications.show({ color: 'red', message: sentenceOf(error) })
    }
  }
}

/** Saves the chat as Markdown, with a footnote for each judged number. */
function useSaveMarkdown(chat: Chat): () => Promise<void> {
  const client = useTRPCClient()
  return async () => {
    try {
      const parts: string[] = []
      for (const [index, { role, content, run_id: runId }] of chat.messages.entries()) {
        const speaker = role === 'user' ? CONVERSATION_TEXTS.you : CONVERSATION_TEXTS.assistant
        const { text } = splitReasoning(content)
        const { evidence } = runId ? await client.run.evidence.query({ run_id: runId }) : { evidence: null }
        parts.push(
          `## ${speaker}\n\n${evidence ? writeFootnotes(text, evidence, String(index + 1)) : text}\n`,
        )
      }
      const name = chatName(chat.name)
      saveText(`${name}.md`, 'text/markdown', [`# ${name}\n`, ...parts].join('\n'))
    } catch (error) {
      notifications.show({ color: 'red', message: sentenceOf(error) })
    }
  }
}
