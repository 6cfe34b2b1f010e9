'use client'

import { Anchor, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import Link from 'next/link'
import { sentenceOf } from '#web/console/components/sentence-of.ts'
import { refusalOf } from '#web/console/components/upload/refusal-of.ts'
import { UPLOAD_TEXTS as texts } from '#web/console/components/upload/texts.ts'
import { uploadFile } from '#web/console/components/upload/upload-file.ts'

/** Makes each file a data source, or says why not. `onSource` is called when one is there. */
export async function sendFiles(files: readonly File[], onSource: () => Promise<unknown>): Promise<void> {
  for (const file of files) {
    const sentence = refusalOf(file)
    if (sentence === null) await sendOne(file, onSource)
    else refuse(file, sentence)
  }
}

async function sendOne(file: File, onSource: () => Promise<unknown>): Promise<void> {
  const id = notifications.show({ loading: true, autoClose: false, message: texts.connecting(file.name) })
  try {
    const source = await uploadFile(file, { onProgress: () => undefined })
    await onSource()
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
    title: texts.failedFile(name),
    message: sentence,
    autoClose: 15_000,
  })
}

function Connected({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <Group justify="space-between">
      <Text size="sm">{texts.uploaded(title)}</Text>
      <Anchor component={Link} href={`/sources/${id}`} size="sm">
        {texts.open}
      </Anchor>
    </Group>
  )
}
