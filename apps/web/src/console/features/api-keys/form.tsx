'use client'

import { Alert, Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { LIMITS } from '@parley/contract/limits'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { FormButtons } from '#web/console/components/form-buttons.tsx'
import { ShownSecret } from '#web/console/components/shown-secret.tsx'
import { useCreateApiKey } from './hooks.ts'
import { API_KEY_TEXTS as texts } from './texts.ts'

const DAY_MS = 86_400_000
const EXPIRY_DAYS = { never: null, month: 30, quarter: 90, year: 365 } as const
type Expiry = keyof typeof EXPIRY_DAYS
type Scope = keyof typeof texts.scope
const SCOPES = Object.keys(texts.scope) as Scope[]

/** Creates a key and shows its secret once. */
export function ApiKeyForm({ onDone }: { onDone: () => void }) {
  const create = useCreateApiKey()
  const form = useForm({
    initialValues: { name: '', scopes: SCOPES, expiry: 'quarter' as Expiry },
    validate: {
      name: (value) => (value.trim() === '' ? texts.nameRequired : null),
      scopes: (value) => (value.length === 0 ? texts.scopesRequired : null),
    },
  })
  if (create.data) return <NewSecret secret={create.data.secret} onDone={onDone} />

  const submit = form.onSubmit(({ name, scopes, expiry }) =>
    create.mutate({ name: name.trim(), scopes, expires_at: expiresAt(expiry) }),
  )
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          withAsterisk
          maxLength={LIMITS.nameLength}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label={texts.scopes} withAsterisk {...form.getInputProps('scopes')}>
          <Stack gap="xs" mt="xs">
            {SCOPES.map((scope) => (
              <Checkbox key={scope} value={scope} {...texts.scope[scope]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Select
          label={texts.expires}
          allowDeselect={false}
          data={Object.entries(texts.expiry).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('expiry')}
        />
        {create.isError && <ErrorNotice error={create.error} title={texts.createFailed} />}
        <FormButtons onCancel={onDone} submit={texts.createButton} isPending={create.isPending} />
      </Stack>
    </form>
  )
}

function NewSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const command = `curl ${window.location.origin}/api/agent -H "Authorization: Bearer ${secret}"`
  return (
    <Stack>
      <Alert
        color="orange"
        variant="light"
        icon={<IconAlertTriangle aria-hidden />}
        title={texts.secretTitle}
      >
        {texts.secretText}
      </Alert>
      <ShownSecret value={secret} copyLabel={texts.copySecret} testId="api-key-secret" />
      <Text size="sm" fw={600}>
        {texts.tryIt}
      </Text>
      <ShownSecret value={command} copyLabel={texts.copyCommand} testId="api-key-command" />
      <Group justify="flex-end">
        <Button onClick={onDone}>{texts.done}</Button>
      </Group>
    </Stack>
  )
}

function expiresAt(expiry: Expiry): string | null {
  const days = EXPIRY_DAYS[expiry]
  return days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString()
}
