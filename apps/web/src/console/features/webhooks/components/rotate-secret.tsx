'use client'

import { Button, Modal } from '@mantine/core'
import { ConfirmDeletion } from '#web/console/components/confirm-deletion.tsx'
import { useRotateSecret } from '../hooks.ts'
import { WEBHOOK_TEXTS as texts } from '../texts.ts'
import { NewSecret } from './new-secret.tsx'

/** Replaces the secret after a confirmation, and shows the new one once. */
export function RotateSecret({ webhookId }: { webhookId: string }) {
  const rotate = useRotateSecret()
  const secret = rotate.data?.secret ?? null
  return (
    <>
      <ConfirmDeletion
        texts={{
          title: texts.rotateTitle,
          text: texts.rotateText,
          confirm: texts.rotateConfirm,
          failed: texts.rotateFailed,
        }}
        onConfirm={() => rotate.mutateAsync({ webhook_id: webhookId })}
      >
        {(ask) => (
          <Button size="xs" variant="default" onClick={ask}>
            {texts.rotate}
          </Button>
        )}
      </ConfirmDeletion>
      <Modal
        opened={secret !== null}
        onClose={rotate.reset}
        title={texts.secretTitle}
        closeOnClickOutside={false}
      >
        {secret !== null && <NewSecret secret={secret} onDone={rotate.reset} />}
      </Modal>
    </>
  )
}
