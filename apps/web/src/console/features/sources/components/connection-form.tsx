'use client'

import {
  Alert,
  Button,
  Group,
  PasswordInput,
  Select,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { DialogFooter } from '#web/console/components/dialog-footer.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { Spoiler } from '#web/console/components/spoiler.tsx'
import { UPLOAD_TEXTS } from '#web/console/components/upload/texts.ts'
import { useConnect, useTestConnection } from '../hooks.ts'
import { SOURCE_TEXTS } from '../texts.ts'
import {
  ADVANCED,
  CONNECTION_KINDS,
  type ConnectionFormValues,
  checkConnection,
  emptyConnection,
  FIELDS,
  toConnection,
} from './connection-form-values.ts'
import { readConnectionUrl } from './read-connection-url.ts'

const texts = SOURCE_TEXTS.connection

/** Connects a database or an API, with a test before saving. */
export function ConnectionForm() {
  const router = useRouter()
  const test = useTestConnection()
  const connect = useConnect()
  const form = useForm<ConnectionFormValues>({ initialValues: emptyConnection, validate: checkConnection })

  const fields = FIELDS[form.values.kind]
  const advanced = fields.filter((field) => ADVANCED.includes(field))
  const isAdvancedUsed = advanced.some((field) => form.values[field] !== emptyConnection[field])

  const save = form.onSubmit((values) =>
    connect.mutate(
      { name: values.name.trim(), connection: toConnection(values) },
      {
        onSuccess: ({ id, title, warnings = [] }) => {
          notifications.show({ message: UPLOAD_TEXTS.uploaded(title) })
          for (const message of warnings) notifications.show({ message, color: 'yellow', autoClose: false })
          router.push(`/sources/${id}`)
        },
      },
    ),
  )
  const tryOut = form.onSubmit((values) => test.mutate({ connection: toConnection(values) }))

  return (
    <form onSubmit={save}>
      <Stack>
        <UrlField onRead={form.setValues} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Select
            label={texts.kind}
            allowDeselect={false}
            data={CONNECTION_KINDS.map((kind) => ({ value: kind, label: SOURCE_TEXTS.kinds[kind] }))}
            {...form.getInputProps('kind')}
          />
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            withAsterisk
            {...form.getInputProps('name')}
          />
        </SimpleGrid>
        {fields
          .filter((field) => !ADVANCED.includes(field))
          .map((field) => (
            <Field key={field} field={field} props={form.getInputProps(field)} />
          ))}
        <Spoiler key={form.values.kind} label={texts.advanced} isOpenAtFirst={isAdvancedUsed}>
          <Stack>
            {advanced.map((field) => (
              <Field key={field} field={field} props={form.getInputProps(field)} />
            ))}
          </Stack>
        </Spoiler>
        <DialogFooter
          result={
            <>
              {test.isError && <ErrorNotice error={test.error} title={texts.testFailed} />}
              {test.data && (
                <Alert variant="light" icon={<IconCircleCheck aria-hidden />} title={texts.tested}>
                  {test.data.message}
                </Alert>
              )}
              {test.data?.warnings.map((warning) => (
                <Warning key={warning} text={warning} />
              ))}
              {connect.isError && <ErrorNotice error={connect.error} title={texts.failed} />}
            </>
          }
        >
          <Group justify="space-between">
            {test.isPending ? (
              <Button variant="default" onClick={test.cancel}>
                {texts.cancelTest}
              </Button>
            ) : (
              <Button variant="default" onClick={() => tryOut()}>
                {texts.test}
              </Button>
            )}
            <Button type="submit" loading={connect.isPending}>
              {texts.connect}
            </Button>
          </Group>
        </DialogFooter>
      </Stack>
    </form>
  )
}

/** A pasted connection URL fills in the fields below it. */
function UrlField({ onRead }: { onRead: (values: Partial<ConnectionFormValues>) => void }) {
  const [text, setText] = useState('')
  const isWrong = text.trim() !== '' && readConnectionUrl(text) === null
  return (
    <TextInput
      label={texts.paste}
      description={texts.pasteHint}
      placeholder={texts.pastePlaceholder}
      data-autofocus
      autoComplete="off"
      spellCheck={false}
      error={isWrong && texts.badPaste}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        const read = readConnectionUrl(value)
        if (read) onRead(read)
      }}
    />
  )
}

function Warning({ text }: { text: string }) {
  return (
    <Alert mt="xs" variant="light" color="yellow" icon={<IconAlertTriangle aria-hidden />}>
      {text}
    </Alert>
  )
}

type InputProps = ReturnType<ReturnType<typeof useForm<ConnectionFormValues>>['getInputProps']>

function Field({ field, props }: { field: keyof ConnectionFormValues; props: InputProps }) {
  switch (field) {
    case 'password':
      return (
        <PasswordInput
          label={texts.password}
          description={texts.passwordHint}
          autoComplete="off"
          {...props}
        />
      )
    case 'tls':
      return (
        <Select
          label={texts.tls}
          allowDeselect={false}
          data={Object.entries(texts.tlsModes).map(([value, label]) => ({ value, label }))}
          {...props}
        />
      )
    case 'headers':
      return (
        <Textarea label={texts.headers} description={texts.headersHint} autosize minRows={2} {...props} />
      )
    default:
      return <TextInput {...textFields()[field]} {...props} />
  }
}

function textFields() {
  return {
    kind: { label: texts.kind },
    name: { label: texts.name },
    host: { label: texts.host, withAsterisk: true },
    port: { label: texts.port, description: texts.portHint, inputMode: 'numeric' },
    database: { label: texts.database, withAsterisk: true },
    catalog: { label: texts.catalog, withAsterisk: true },
    user: { label: texts.user, withAsterisk: true, autoComplete: 'off' },
    url: { label: texts.url, withAsterisk: true, type: 'url' },
    schemas: { label: texts.schemas, description: texts.schemasHint },
    records_path: { label: texts.recordsPath, description: texts.recordsPathHint },
  } as const
}
