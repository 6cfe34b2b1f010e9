'use client'

import { Button } from '@mantine/core'
import { forgetBrowserWallet } from '#web/console/components/browser-wallet/browser-wallet-key.ts'
import { ConfirmDeletion } from '#web/console/components/confirm-deletion.tsx'
import { SIGN_IN_TEXTS } from '../texts.ts'

const texts = SIGN_IN_TEXTS.browserWallet

/** Deletes the key from this browser after a confirmation. */
export function ForgetWallet() {
  return (
    <ConfirmDeletion
      texts={{ title: texts.forgetTitle, text: texts.forgetText, confirm: texts.forgetConfirm }}
      onConfirm={forgetBrowserWallet}
    >
      {(ask) => (
        <Button variant="subtle" color="red" size="compact-sm" onClick={ask}>
          {texts.forget}
        </Button>
      )}
    </ConfirmDeletion>
  )
}
