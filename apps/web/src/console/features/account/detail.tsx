'use client'

import { Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { PrivateKey } from '#web/console/components/browser-wallet/private-key.tsx'
import { useBrowserWallet } from '#web/console/components/browser-wallet/use-browser-wallet.ts'
import { CopyButton } from '#web/console/components/copy-button.tsx'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { useSignOut } from './hooks.ts'
import { ACCOUNT_TEXTS as texts } from './texts.ts'

/** The signed-in user, this browser's wallet, and sign-out. */
export function AccountPage({ user }: { user: string }) {
  const signOut = useSignOut()
  return (
    <PageFrame title={texts.title} lead={texts.lead}>
      <Section title={texts.address}>
        <Group gap="xs" wrap="nowrap">
          <Code style={{ overflowWrap: 'anywhere' }}>{user}</Code>
          <CopyButton value={user} label={texts.copyAddress} isIconOnly />
        </Group>
      </Section>
      <Section title={texts.wallet}>
        <OwnWallet user={user} />
      </Section>
      <Section title={texts.session}>
        <Text size="sm">{texts.sessionText}</Text>
        <Group>
          <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
            {texts.signOut}
          </Button>
        </Group>
      </Section>
    </PageFrame>
  )
}

function OwnWallet({ user }: { user: string }) {
  const wallet = useBrowserWallet()
  const [isShown, { toggle }] = useDisclosure(false)
  if (wallet?.address.toLowerCase() !== user.toLowerCase()) return <Text size="sm">{texts.noWallet}</Text>
  return (
    <>
      <Text size="sm">{texts.walletText}</Text>
      <Group>
        <Button variant="default" onClick={toggle} aria-expanded={isShown}>
          {isShown ? texts.hide : texts.show}
        </Button>
      </Group>
      {isShown && <PrivateKey value={wallet.privateKey} />}
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder radius="lg" p="lg" component="section" aria-label={title}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  )
}
