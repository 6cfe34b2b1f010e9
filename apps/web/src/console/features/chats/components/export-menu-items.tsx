'use client'

import { Menu, useMantineStyleNonce } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { chatName } from '#web/console/components/chat-name.ts'
import { writeFootnotes } from '#web/console/components/evidence/write-footnotes.ts'
import type { MenuTarget } from '#web/console/components/lazy-menu.tsx'
import { rowsOfStep } from '#web/console/components/result/read-chart.ts'
import { readRows } from '#web/console/components/result/result-view.ts'
import { saveResult } from '#web/console/components/result/save-result.ts'
import { saveText, toCsv } from '#web/console/components/result/save-text.ts'
import { sentenceOf } from '#web/console/components/sentence-of.ts'
import { useOpenOnArrival } from '#web/console/components/use-open-on-arrival.ts'
import { useTRPCClient } from '#web/console/trpc/client.ts'
import { CHAT_TEXTS } from '../texts.ts'
import type { Chat } from './chat.ts'
import { readRatings } from './describe-rating.ts'
import { writeMarkdown } from './write-markdown.ts'

/** Saves the chat as Markdown, as a page, as JSON, or only the rows of its last result; or prints it. */
export function ExportMenuItems({ target, chat }: { readonly chat: Chat } & MenuTarget) {
  const menu = useOpenOnArrival()
  const saveResults = useSaveResults(chat)
  const saveMarkdown = useSaveMarkdown(chat)
  const savePage = useSavePage(chat)
  const name = chatName(chat.name)
  return (
    <Menu position="bottom-end" {...menu}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void saveMarkdown()}>{CHAT_TEXTS.exportMarkdown}</Menu.Item>
        <Menu.Item onClick={() => void savePage('file')}>{CHAT_TEXTS.exportHtml}</Menu.Item>
        <Menu.Item onClick={() => void savePage('print')}>{CHAT_TEXTS.exportPdf}</Menu.Item>
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

/** Saves the chat with the statements, the charts and the links of its runs. */
function useSaveMarkdown(chat: Chat): () => Promise<void> {
  const client = useTRPCClient()
  return async () => {
    try {
      const text = await writeMarkdown(chat, {
        origin: window.location.origin,
        readSteps: async (runId) => (await client.run.get.query({ run_id: runId })).steps,
        ratings: await readRatings(client, chat.session_id),
        withEvidence: async (text, { runId, label }) => {
          const { evidence } = await client.run.evidence.query({ run_id: runId })
          return evidence ? writeFootnotes(text, evidence, label) : text
        },
      })
      saveText(`${chatName(chat.name)}.md`, 'text/markdown', text)
    } catch (error) {
      notifications.show({ color: 'red', message: sentenceOf(error) })
    }
  }
}

/** Saves the chat as one HTML file, or prints the same page. The script that does so loads at the click. */
function useSavePage(chat: Chat): (target: 'file' | 'print') => Promise<void> {
  const client = useTRPCClient()
  const getNonce = useMantineStyleNonce()
  return async (target) => {
    try {
      const { writeHtml } = await import('./write-html.tsx')
      const html = await writeHtml(chat, {
        origin: window.location.origin,
        readSteps: async (runId) => (await client.run.get.query({ run_id: runId })).steps,
        ratings: await readRatings(client, chat.session_id),
        nonce: target === 'print' ? getNonce?.() : undefined,
      })
      if (target === 'file') return saveText(`${chatName(chat.name)}.html`, 'text/html', html)
      const { printPage } = await import('./print-page.ts')
      await printPage(html)
    } catch (error) {
      notifications.show({ color: 'red', message: sentenceOf(error) })
    }
  }
}

/** Saves all rows of the newest query from the newest run with a query. The service runs it again and records that. */
function useSaveResults(chat: Chat): () => Promise<void> {
  const client = useTRPCClient()
  return async () => {
    try {
      for (const { run_id: runId } of chat.messages.toReversed()) {
        if (!runId) continue
        const { steps } = await client.run.get.query({ run_id: runId })
        const step = steps.findLast((step) => rowsOfStep(step) !== null)
        const result = step && readRows(step)
        if (!result) continue
        const name = `${chatName(chat.name)}.csv`
        if (result.sql !== null) return await saveResult(result.sql, { format: 'csv', name })
        return saveText(name, 'text/csv', toCsv(result.rows, result.columns))
      }
      notifications.show({ message: CHAT_TEXTS.noResults })
    } catch (error) {
      notifications.show({ color: 'red', message: sentenceOf(error) })
    }
  }
}
