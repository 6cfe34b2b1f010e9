'use client'

import { useEarlyFile } from '#web/console/components/early/use-early-input.ts'
import '@mantine/dropzone/styles.layer.css'
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { notifications } from '@mantine/notifications'
import { IconFileUpload } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { useId, useRef, useState } from 'react'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import { refusalOf } from '#web/console/components/upload/refusal-of.ts'
import { UPLOAD_TEXTS } from '#web/console/components/upload/texts.ts'
import { useUpload } from '#web/console/components/upload/use-upload.ts'
import classes from './form.module.css'
import { SOURCE_TEXTS as texts } from './texts.ts'

/** Why a file was not sent. */
type Refusal = { readonly title: string; readonly sentence: string }

/** Accepts a file by drop or by choice, uploads it with progress and opens the new data source. */
export function UploadForm() {
  const router = useRouter()
  const inputId = useId()
  const { upload, progress } = useUpload()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const abort = useRef<AbortController>(null)
  const label = useEarlyFile(send)

  function send(file: File | undefined) {
    if (!file) return
    const sentence = refusalOf(file)
    setRefusal(sentence === null ? null : { title: UPLOAD_TEXTS.failedFile(file.name), sentence })
    upload.reset()
    if (sentence !== null) return
    abort.current = new AbortController()
    const { signal } = abort.current
    upload.mutate(
      { file, signal },
      {
        onSuccess: ({ id, title }) => {
          notifications.show({ message: UPLOAD_TEXTS.uploaded(title) })
          router.push(`/sources/${id}`)
        },
      },
    )
  }

  return (
    <Stack gap="sm">
      <Dropzone
        onDrop={([file]) => send(file)}
        onReject={() => setRefusal({ title: UPLOAD_TEXTS.failed, sentence: UPLOAD_TEXTS.oneFile })}
        maxFiles={1}
        multiple={false}
        disabled={upload.isPending}
        radius="lg"
        p={0}
        inputProps={{ id: inputId, 'aria-label': texts.uploadTitle }}
        activateOnClick={false}
        enablePointerEvents
      >
        {/* A label opens the file chooser without a script. */}
        <label ref={label} htmlFor={inputId} className={classes.label}>
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
            <Group justify="space-between">
              <Text size="sm">
                {progress.sent < 1
                  ? UPLOAD_TEXTS.uploading(progress.name, Math.round(progress.sent * 100))
                  : UPLOAD_TEXTS.reading(progress.name)}
              </Text>
              <Button variant="default" size="xs" onClick={() => abort.current?.abort()}>
                {COMPONENT_TEXTS.cancel}
              </Button>
            </Group>
            <Progress
              value={progress.sent * 100}
              animated={progress.sent === 1}
              aria-label={texts.uploadTitle}
            />
          </>
        )}
      </div>
      {refusal !== null && <ErrorNotice error={new Error(refusal.sentence)} title={refusal.title} />}
      {upload.isError && !abort.current?.signal.aborted && (
        <ErrorNotice error={upload.error} title={UPLOAD_TEXTS.failedFile(upload.variables.file.name)} />
      )}
    </Stack>
  )
}
