'use client'

import { Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { rowsOfStep } from '#web/components/chart/read-chart.ts'
import type { MenuTarget } from '#web/components/lazy-menu.tsx'
import { saveText, toCsv } from '#web/components/save-text.ts'
import { sentenceOf } from '#web/components/sentence-of.ts'
import { useOpenOnArrival } from '#web/components/use-open-on-arrival.ts'
import { useTRPCClient } from '#web/trpc/client.ts'
import { chatName } from '../hooks.ts'
import { CHAT_TEXTS } from '../texts.ts'
import type { Chat } from './chat-header.tsx'
import { splitReasoning } from './split-reasoning.ts'

/** The chat as a file: to read, to process, or only the rows of its last result. */
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

/** Saves the rows of the newest query of the newest run that has any. */
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
    const speaker = role === 'user' ? CHAT_TEXTS.you : CHAT_TEXTS.assistant
    return `## ${speaker}\n\n${splitReasoning(content).text}\n`
  })
  return [`# ${chatName(chat.name)}\n`, ...parts].join('\n')
}
