'use client'

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { ErrorNotice } from './error-notice.tsx'
import { COMPONENT_TEXTS } from './texts.ts'

/** The texts for one kind of deletion. */
type DeletionTexts = {
  readonly title: string
  readonly text: string
  /** The text of the delete button. Default "Delete it". */
  readonly confirm?: string
  /** The title of a refusal. Default "Not deleted". */
  readonly failed?: string
}

type Props = {
  readonly texts: DeletionTexts
  /** Rejects when the service refuses; the dialog then stays open and shows the reason. */
  readonly onConfirm: () => unknown
  /** Advice after a refusal. */
  readonly afterRefusal?: ReactNode
  /** Renders the element that opens the dialog. */
  readonly children: (ask: () => void) => ReactNode
}

/** Asks for confirmation before something is permanently deleted. */
export function ConfirmDeletion({ texts, onConfirm, afterRefusal, children }: Props) {
  const [isOpen, dialog] = useDisclosure(false)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function confirm() {
    setError(null)
    setIsBusy(true)
    try {
      await onConfirm()
      dialog.close()
    } catch (refusal) {
      setError(refusal)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <>
      {children(dialog.open)}
      <Modal opened={isOpen} onClose={dialog.close} title={texts.title}>
        <Stack>
          <Text>{texts.text}</Text>
          {error !== null && <ErrorNotice error={error} title={texts.failed ?? COMPONENT_TEXTS.notDeleted} />}
          {error !== null && afterRefusal}
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              {COMPONENT_TEXTS.keepIt}
            </Button>
            <Button color="red" loading={isBusy} onClick={() => void confirm()}>
              {texts.confirm ?? COMPONENT_TEXTS.deleteIt}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
