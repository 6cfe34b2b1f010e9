'use client'

import { Alert, Divider, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { BrowserWallet } from './components/browser-wallet.tsx'
import { useSignIn } from './hooks.ts'
import { SIGN_IN_TEXTS } from './texts.ts'

/** Wallet code is most of this page's script, so it loads after the page is readable. */
const InjectedWallets = dynamic(
  () => import('./components/injected-wallets.tsx').then((module) => module.InjectedWallets),
  { ssr: false, loading: () => <Skeleton height={42} /> },
)

/** The card with the ways to sign in. `invitation` is the token of an invitation; empty for none. */
export function SignInForm({ isOpen = true, invitation = '' }: { isOpen?: boolean; invitation?: string }) {
  const signIn = useSignIn(invitation)
  return (
    <Paper
      withBorder
      shadow="sm"
      p={{ base: 'lg', sm: 'xl' }}
      radius="lg"
      component="section"
      aria-labelledby="sign-in"
    >
      <Stack gap="md">
        <Title order={2} size="h3" id="sign-in">
          {SIGN_IN_TEXTS.title}
        </Title>
        <Text size="sm" c="dimmed">
          {SIGN_IN_TEXTS.explanation}
        </Text>
        {!isOpen && invitation === '' && <Text size="sm">{SIGN_IN_TEXTS.notOpen}</Text>}
        <Progress stage={signIn.stage} error={signIn.error} />
        <BrowserWallet signIn={signIn} />
        <Divider label={SIGN_IN_TEXTS.or} />
        <Text fw={600}>{SIGN_IN_TEXTS.installed}</Text>
        <InjectedWallets signIn={signIn} />
      </Stack>
    </Paper>
  )
}

function Progress({ stage, error }: { stage: 'waiting' | 'signingIn' | null; error: string | null }) {
  return (
    <div aria-live="polite">
      {stage !== null && (
        <Text size="sm">{stage === 'waiting' ? SIGN_IN_TEXTS.waiting : SIGN_IN_TEXTS.signingIn}</Text>
      )}
      {error !== null && (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertCircle aria-hidden />}
          title={SIGN_IN_TEXTS.failedTitle}
        >
          {error}
        </Alert>
      )}
    </div>
  )
}
