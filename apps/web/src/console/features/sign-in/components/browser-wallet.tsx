'use client'

import { Button, Collapse, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKey, IconLogin2 } from '@tabler/icons-react'
import {
  keepBrowserWallet,
  toSigningWallet,
  type BrowserWallet as Wallet,
} from '#web/console/components/browser-wallet/browser-wallet-key.ts'
import { PrivateKey } from '#web/console/components/browser-wallet/private-key.tsx'
import { useBrowserWallet } from '#web/console/components/browser-wallet/use-browser-wallet.ts'
import type { WalletSignIn } from '../hooks.ts'
import { SIGN_IN_TEXTS } from '../texts.ts'
import { ForgetWallet } from './forget-wallet.tsx'
import { ImportWallet } from './import-wallet.tsx'

const texts = SIGN_IN_TEXTS.browserWallet

/** A wallet that this page creates and keeps: create it, sign in with it, export, import or delete it. */
export function BrowserWallet({ signIn }: { signIn: WalletSignIn }) {
  const wallet = useBrowserWallet()
  return (
    <Stack gap="sm">
      <Text fw={600}>{texts.title}</Text>
      {wallet ? <KeptWallet wallet={wallet} signIn={signIn} /> : <NewWallet signIn={signIn} />}
    </Stack>
  )
}

function KeptWallet({ wallet, signIn }: { wallet: Wallet; signIn: WalletSignIn }) {
  const [isKeyShown, { toggle }] = useDisclosure(false)
  return (
    <>
      <Button
        size="md"
        leftSection={<IconLogin2 size={20} aria-hidden />}
        loading={signIn.stage !== null}
        onClick={() => signIn.start(async () => toSigningWallet(wallet))}
      >
        {texts.use(shorten(wallet.address))}
      </Button>
      <Group gap="xs">
        <Button variant="subtle" size="compact-sm" onClick={toggle} aria-expanded={isKeyShown}>
          {isKeyShown ? texts.hide : texts.export}
        </Button>
        <ForgetWallet />
      </Group>
      <Collapse expanded={isKeyShown}>{isKeyShown && <PrivateKey value={wallet.privateKey} />}</Collapse>
    </>
  )
}

function NewWallet({ signIn }: { signIn: WalletSignIn }) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {texts.explanation} {texts.warning}
      </Text>
      <Button
        size="md"
        leftSection={<IconKey size={20} aria-hidden />}
        loading={signIn.stage !== null}
        onClick={() => signIn.start(async () => toSigningWallet(await keepBrowserWallet()))}
      >
        {texts.create}
      </Button>
      <ImportWallet />
    </>
  )
}

function shorten(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
