'use client'

import { Alert, Badge, Button, Card, Collapse, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { WebhookEndpoint } from '@parley/contract'
import { ConfirmDeletion } from '#web/console/components/confirm-deletion.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { useDeleteWebhook, useTestWebhook, useUpdateWebhook } from '../hooks.ts'
import { WEBHOOK_TEXTS as texts } from '../texts.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { RotateSecret } from './rotate-secret.tsx'

/** A webhook with its state, its actions and its deliveries. */
export function WebhookCard({ webhook }: { webhook: WebhookEndpoint }) {
  const { webhook_id, name, url, is_enabled } = webhook
  const [isOpen, deliveries] = useDisclosure(false)
  const test = useTestWebhook()
  return (
    <Card withBorder component="section" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <Stack gap={2} style={{ flex: '1 1 16rem', overflowWrap: 'anywhere' }}>
            <Text fw={600}>{name}</Text>
            <Text size="sm" ff="monospace" c="dimmed">
              {url}
            </Text>
            <Text size="sm" c="dimmed">
              {webhook.events.map((event) => texts.eventNames[event]).join(', ')}
            </Text>
          </Stack>
          <State webhook={webhook} />
        </Group>
        {!is_enabled && (
          <Alert color="orange" variant="light" title={texts.disabledTitle}>
            {webhook.disabled_reason ?? texts.disabledByOwner}
          </Alert>
        )}
        {test.data && <TestResult delivery={test.data} />}
        {test.isError && <ErrorNotice error={test.error} title={texts.testFailed} />}
        <Group gap="xs">
          <Button size="xs" loading={test.isPending} onClick={() => test.mutate({ webhook_id })}>
            {texts.test}
          </Button>
          <Button size="xs" variant="default" aria-expanded={isOpen} onClick={deliveries.toggle}>
            {texts.deliveries}
          </Button>
          <RotateSecret webhookId={webhook_id} />
          <Changes webhook={webhook} />
        </Group>
        <Collapse expanded={isOpen}>
          {isOpen && <DeliveryTable webhookId={webhook_id} name={name} isEnabled={is_enabled} />}
        </Collapse>
      </Stack>
    </Card>
  )
}

function State({ webhook: { is_enabled, failures } }: { webhook: WebhookEndpoint }) {
  if (!is_enabled) return <Badge color="gray">{texts.disabled}</Badge>
  if (failures > 0) return <Badge color="orange">{texts.failing(failures)}</Badge>
  return <Badge color="brand">{texts.enabled}</Badge>
}

function TestResult({ delivery }: { delivery: { reply_status: number | null; failure: string | null } }) {
  const { reply_status, failure } = delivery
  return failure === null ? (
    <Alert color="brand" variant="light" role="status">
      {texts.testDelivered(reply_status)}
    </Alert>
  ) : (
    <Alert color="red" variant="light" role="alert" title={texts.testFailed}>
      {failure}
    </Alert>
  )
}

function Changes({ webhook: { webhook_id, name, is_enabled } }: { webhook: WebhookEndpoint }) {
  const update = useUpdateWebhook()
  const remove = useDeleteWebhook()
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={update.isPending}
        onClick={() => update.mutate({ webhook_id, is_enabled: !is_enabled })}
      >
        {is_enabled ? texts.disable : texts.enable}
      </Button>
      <ConfirmDeletion
        texts={{ title: texts.deleteTitle, text: texts.deleteText(name) }}
        onConfirm={() => remove.mutateAsync({ webhook_id })}
      >
        {(ask) => (
          <Button size="xs" variant="light" color="red" aria-label={texts.deleteName(name)} onClick={ask}>
            {texts.delete}
          </Button>
        )}
      </ConfirmDeletion>
      {update.isError && <ErrorNotice error={update.error} title={texts.notChanged} />}
    </>
  )
}
