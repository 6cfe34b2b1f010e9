'use client'

import { Button, Modal, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { earlyClick } from '#web/console/components/early/early-click.ts'
import { EmptyState } from '#web/console/components/empty-state.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { useAddInAddress } from '#web/console/components/use-add-in-address.ts'
import { useWebhooks } from '#web/console/queries/webhook.ts'
import { WebhookCard } from './components/webhook-card.tsx'
import { WebhookForm } from './form.tsx'
import { WEBHOOK_TEXTS as texts } from './texts.ts'

/** All webhooks, and the form to add one. */
export function WebhooksPage() {
  const webhooks = useWebhooks()
  const [isOpen, form] = useDisclosure(false)
  useAddInAddress(form.open)
  const createButton = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} {...earlyClick(form.open)}>
      {texts.create}
    </Button>
  )
  return (
    <PageFrame title={texts.title} lead={texts.lead} actions={createButton}>
      {webhooks.isPending && <ListSkeleton />}
      {webhooks.isError && <ErrorNotice error={webhooks.error} onRetry={() => void webhooks.refetch()} />}
      {webhooks.data?.webhooks.length === 0 && (
        <EmptyState icon={IconWebhook} title={texts.none} text={texts.noneText}>
          <Button variant="default" onClick={form.open}>
            {texts.createFirst}
          </Button>
        </EmptyState>
      )}
      <Stack>
        {webhooks.data?.webhooks.map((webhook) => (
          <WebhookCard key={webhook.webhook_id} webhook={webhook} />
        ))}
      </Stack>
      <Modal opened={isOpen} onClose={form.close} title={texts.createTitle} closeOnClickOutside={false}>
        <WebhookForm onDone={form.close} />
      </Modal>
    </PageFrame>
  )
}
