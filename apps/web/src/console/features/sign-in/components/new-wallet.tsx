'use client'

import { Button, Stack, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import {
  keepBrowserWallet,
  parseBrowserWallet,
  readBrowserWallet,
  type SigningWallet,
  toSigningWallet,
} from '#web/console/components/browser-wallet/browser-wallet-key.ts'
import { earlyClick } from '#web/console/components/early/early-click.ts'
import type { WalletSignIn } from '../hooks.ts'
import { SIGN_IN_TEXTS } from '../texts.ts'

const texts = SIGN_IN_TEXTS.browserWallet

type Props = {
  readonly signIn: WalletSignIn
  /** Whether it is the first way to sign in that the card offers. */
  readonly isFirst: boolean
}

/** Makes a key in this browser, keeps it and signs in with it. */
export function NewWallet({ signIn, isFirst }: Props) {
  return (
    <Stack gap="sm">
      <Button
        size="lg"
        variant={isFirst ? 'filled' : 'default'}
        leftSection={<IconArrowRight size={20} aria-hidden />}
        loading={signIn.stage !== null}
        {...earlyClick(() => signIn.start(openWallet))}
      >
        {texts.create}
      </Button>
      <Text size="sm" c="dimmed">
        {texts.createHint}
      </Text>
    </Stack>
  )
}

/** Uses a kept key first: before hydration the page does not know of it, and a new key would replace it. */
async function openWallet(): Promise<SigningWallet> {
  return toSigningWallet(parseBrowserWallet(readBrowserWallet()) ?? (await keepBrowserWallet()))
}
