'use client'

import { Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { chatName } from '#web/console/components/chat-name.ts'
import { splitReasoning } from '#web/console/components/conversation/split-reasoning.ts'
import { CONVERSATION_TEXTS } from '#web/console/components/conversation/texts.ts'
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
  const name = chatName(chat.name)
  return (
    <Menu position="bottom-end" {...menu}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => saveText(`${name}.md`, 'text/markdown', toMarkdown(chat))}>
          {CHAT_TEXTS.exportMarkdown}
        </Menu.Item>
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

function toMarkdown(chat: Chat): string {
  const parts = chat.messages.map(({ role, content }) => {
    const speaker = role === 'user' ? CONVERSATION_TEXTS.you : CONVERSATION_TEXTS.assistant
    return `## ${speaker}\n\n${splitReasoning(content).text}\n`
  })
  return [`# ${chatName(chat.name)}\n`, ...parts].join('\n')
}
