'use client'

import { Button, List, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { earlyClick } from '#web/console/components/early/early-click.ts'
import { useEarlyFile } from '#web/console/components/early/use-early-input.ts'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { saveText } from '#web/console/components/result/save-text.ts'
import { sentenceOf } from '#web/console/components/sentence-of.ts'
import { useTRPCClient } from '#web/console/trpc/client.ts'
import { useImportDefinitions } from '../hooks.ts'
import { DEFINITION_TEXTS } from '../texts.ts'
import classes from './document-buttons.module.css'

const texts = DEFINITION_TEXTS.document

/** Saves the definitions as a YAML file, and reads such a file. */
export function DocumentButtons() {
  const save = useSaveDocument()
  const importing = useImportDefinitions()
  const read = (file: File) => void file.text().then((document) => importing.mutate({ document }))
  const label = useEarlyFile(read)
  const isShown = importing.data !== undefined || importing.isError
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} {...earlyClick(save)}>
        {texts.export}
      </Button>
      <Button
        component="label"
        ref={label}
        className={classes.file}
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
        loading={importing.isPending}
      >
        {texts.import}
        {/* Covers the button, so that a press opens the file chooser without a script. */}
        <input
          type="file"
          accept=".yaml,.yml"
          disabled={importing.isPending}
          className={classes.input}
          onChange={({ currentTarget: input }) => {
            const file = input.files?.[0]
            // Without this the browser sends no event when the same file is chosen again.
            input.value = ''
            if (file) read(file)
          }}
        />
      </Button>
      <Modal opened={isShown} onClose={importing.reset} size="lg" title={texts.title}>
        {importing.isError && <ErrorNotice error={importing.error} title={texts.failed} />}
        {importing.data && <Report {...importing.data} />}
      </Modal>
    </>
  )
}

type Imported = NonNullable<ReturnType<typeof useImportDefinitions>['data']>

/** What became of the document. */
function Report({ definitions, left }: Imported) {
  const count = (wanted: Imported['definitions'][number]['outcome']) =>
    definitions.filter(({ outcome }) => outcome === wanted).length
  return (
    <Stack gap="sm">
      <Text>{texts.outcome(count('created'), count('updated'), count('unchanged'))}</Text>
      {left.length > 0 && (
        <>
          <Text fw={600}>{texts.left}</Text>
          <List size="sm">
            {left.map(({ line, reason }) => (
              <List.Item key={`${line} ${reason}`}>{texts.line(line, reason)}</List.Item>
            ))}
          </List>
        </>
      )}
    </Stack>
  )
}

function useSaveDocument(): () => Promise<void> {
  const client = useTRPCClient()
  return async () => {
    try {
      const { document } = await client.definition.exportDocument.query({})
      saveText('definitions.yaml', 'application/yaml', document)
    } catch (error) {
      notifications.show({ color: 'red', message: sentenceOf(error) })
    }
  }
}
