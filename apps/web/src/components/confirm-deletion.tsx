'use client'

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ErrorNotice } from './error-notice.tsx'

type Props = {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Rejects when the service refuses; its reason is shown and the dialogue stays. */
  readonly onConfirm: () => Promise<unknown>
  readonly texts: {
    readonly title: string
    readonly text: string
    readonly confirm: string
    readonly keep: string
    readonly failed: string
  }
  /** What to do about a refusal. */
  readonly afterRefusal?: ReactNode
}

/** Asks before something is gone for good. */
export function ConfirmDeletion({ isOpen, onClose, onConfirm, texts, afterRefusal }: Props) {
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function confirm() {
    setError(null)
    setIsBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch (refusal) {
      setError(refusal)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Modal opened={isOpen} onClose={onClose} title={texts.title}>
      <Stack>
        <Text>{texts.text}</Text>
        {error !== null && <ErrorNotice error={error} title={texts.failed} />}
        {error !== null && afterRefusal}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.keep}
          </Button>
          <Button color="red" loading={isBusy} onClick={() => void confirm()}>
            {texts.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
