'use client'

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { SIGN_IN_TEXTS } from '../texts.ts'
import { forgetBrowserWallet } from './browser-wallet-key.ts'

const texts = SIGN_IN_TEXTS.browserWallet

/** Deletes the key from this browser after one question. */
export function ForgetWallet() {
  const [isOpen, { open, close }] = useDisclosure(false)

  function forget() {
    close()
    forgetBrowserWallet()
  }

  return (
    <>
      <Button variant="subtle" color="red" size="compact-sm" onClick={open}>
        {texts.forget}
      </Button>
      <Modal opened={isOpen} onClose={close} title={texts.forgetTitle}>
        <Stack>
          <Text>{texts.forgetText}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {texts.cancel}
            </Button>
            <Button color="red" onClick={forget}>
              {texts.forgetConfirm}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
