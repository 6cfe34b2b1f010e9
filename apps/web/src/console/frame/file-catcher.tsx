'use client'

import { Anchor, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import Link from 'next/link'
import { useEffect, useRef } from 'react'
import { sentenceOf } from '#web/console/components/sentence-of.ts'
import { loadRefusalOf } from '#web/console/components/upload/load-refusal-of.ts'
import { UPLOAD_TEXTS as texts } from '#web/console/components/upload/texts.ts'
import { useUpload } from '#web/console/components/upload/use-upload.ts'

/**
 * Accepts files that are dropped or pasted anywhere in the console: each becomes a data source or is refused.
 */
export function FileCatcher() {
  const { upload } = useUpload()
  const send = useRef(upload.mutateAsync)
  send.current = upload.mutateAsync
  useEffect(() => {
    const { signal, abort } = withAbort()
    const take = (event: Event, data: DataTransfer | null) => {
      const files = [...(data?.files ?? [])]
      // A part of the page that accepts files has prevented the default.
      if (files.length === 0 || event.defaultPrevented) return
      event.preventDefault()
      void sendAll(files, (file) => send.current({ file }))
    }
    // Without this the browser leaves the page and opens the file.
    window.addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault(), { signal })
    window.addEventListener('drop', (event) => take(event, event.dataTransfer), { signal })
    window.addEventListener('paste', (event) => take(event, event.clipboardData), { signal })
    return abort
  }, [])
  return null
}

function withAbort() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

type Send = (file: File) => Promise<{ readonly id: string; readonly name: string }>

async function sendAll(files: readonly File[], send: Send): Promise<void> {
  const refusalOf = await loadRefusalOf()
  for (const file of files) {
    const sentence = refusalOf(file)
    if (sentence === null) await sendOne(file, send)
    else refuse(file, sentence)
  }
}

async function sendOne(file: File, send: Send): Promise<void> {
  const id = notifications.show({ loading: true, autoClose: false, message: texts.connecting(file.name) })
  try {
    const source = await send(file)
    notifications.show({ message: <Connected {...source} />, autoClose: 15_000 })
  } catch (error) {
    refuse(file, sentenceOf(error))
  } finally {
    notifications.hide(id)
  }
}

function refuse({ name }: File, sentence: string): void {
  notifications.show({
    color: 'red',
    title: texts.failed,
    message: `${name}: ${sentence}`,
    autoClose: 15_000,
  })
}

function Connected({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <Group justify="space-between">
      <Text size="sm">{texts.uploaded(name)}</Text>
      <Anchor component={Link} href={`/sources/${id}`} size="sm">
        {texts.open}
      </Anchor>
    </Group>
  )
}
