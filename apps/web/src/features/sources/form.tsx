'use client'

import '@mantine/dropzone/styles.layer.css'
import { Progress, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { notifications } from '@mantine/notifications'
import { IconFileUpload } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import { ErrorNotice } from '#web/components/error-notice.tsx'
import classes from './form.module.css'
import { useUpload } from './hooks.ts'
import { SOURCE_TEXTS as texts } from './texts.ts'

const EXTENSION = /\.(csv|tsv|json|ndjson|jsonl|parquet|xlsx|sqlite|sqlite3|db)$/i

/** Takes a file by drop or by choice, sends it with progress and opens what came of it. */
export function UploadForm() {
  const router = useRouter()
  const inputId = useId()
  const { upload, progress } = useUpload()
  const [refusal, setRefusal] = useState<string | null>(null)

  function send(file: File | undefined) {
    if (!file) return
    setRefusal(EXTENSION.test(file.name) ? null : texts.wrongFormat)
    if (!EXTENSION.test(file.name)) return
    upload.mutate(file, {
      onSuccess: ({ id, name }) => {
        notifications.show({ message: texts.uploaded(name) })
        router.push(`/sources/${id}`)
      },
    })
  }

  return (
    <Stack gap="sm">
      <Dropzone
        onDrop={([file]) => send(file)}
        maxFiles={1}
        multiple={false}
        loading={upload.isPending}
        radius="lg"
        p={0}
        inputProps={{ id: inputId, 'aria-label': texts.uploadTitle }}
        activateOnClick={false}
        enablePointerEvents
      >
        {/* A label opens the browser's chooser by itself, also before the script is there. */}
        <label htmlFor={inputId} className={classes.label}>
          <IconFileUpload size={36} stroke={1.4} aria-hidden />
          <div>
            <Text fw={600}>{texts.dropHere}</Text>
            <Text size="sm" c="dimmed">
              {texts.formats}
            </Text>
          </div>
        </label>
      </Dropzone>
      <div aria-live="polite">
        {progress && (
          <>
            <Text size="sm">
              {progress.sent < 1
                ? texts.uploading(progress.name, Math.round(progress.sent * 100))
                : texts.reading(progress.name)}
            </Text>
            <Progress
              value={progress.sent * 100}
              animated={progress.sent === 1}
              aria-label={texts.uploadTitle}
            />
          </>
        )}
      </div>
      {refusal !== null && <ErrorNotice error={new Error(refusal)} title={texts.uploadFailed} />}
      {upload.isError && <ErrorNotice error={upload.error} title={texts.uploadFailed} />}
    </Stack>
  )
}
