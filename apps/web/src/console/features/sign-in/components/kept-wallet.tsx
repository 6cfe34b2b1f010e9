'use client'

import { Button, Collapse, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLogin2 } from '@tabler/icons-react'
import {
  toSigningWallet,
  type BrowserWallet as Wallet,
} from '#web/console/components/browser-wallet/browser-wallet-key.ts'
import { PrivateKey } from '#web/console/components/browser-wallet/private-key.tsx'
import type { WalletSignIn } from '../hooks.ts'
import { SIGN_IN_TEXTS } from '../texts.ts'
import { ForgetWallet } from './forget-wallet.tsx'

const texts = SIGN_IN_TEXTS.browserWallet

type Props = {
  readonly wallet: Wallet
  readonly signIn: WalletSignIn
  /** Whether it is the first way to sign in that the card offers. */
  readonly isFirst: boolean
}

/** Signs in with the key that this browser keeps; shows it or removes it. */
export function KeptWallet({ wallet, signIn, isFirst }: Props) {
  const [isKeyShown, { toggle }] = useDisclosure(false)
  return (
    <Stack gap="sm">
      <Button
        size="lg"
        variant={isFirst ? 'filled' : 'default'}
        leftSection={<IconLogin2 size={20} aria-hidden />}
        loading={signIn.stage !== null}
        onClick={() => signIn.start(async () => toSigningWallet(wallet))}
      >
        {texts.use(shorten(wallet.address))}
      </Button>
      <Text size="sm" c="dimmed">
        {texts.useHint}
      </Text>
      <Group gap="xs">
        <Button variant="subtle" size="compact-sm" onClick={toggle} aria-expanded={isKeyShown}>
          {isKeyShown ? texts.hide : texts.export}
        </Button>
        <ForgetWallet />
      </Group>
      <Collapse expanded={isKeyShown}>
        {isKeyShown && (
          <>
            <PrivateKey value={wallet.privateKey} />
            <Text size="sm" c="dimmed" mt="xs">
              {texts.warning}
            </Text>
          </>
        )}
      </Collapse>
    </Stack>
  )
}

function shorten(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
