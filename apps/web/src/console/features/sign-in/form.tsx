'use client'

import { Alert, Divider, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { BrowserWallet } from './components/browser-wallet.tsx'
import { ProviderButton } from './components/provider-button.tsx'
import { useSignIn } from './hooks.ts'
import { SIGN_IN_TEXTS } from './texts.ts'

/** Wallet code is most of this page's script, so it loads after the page is readable. */
const InjectedWallets = dynamic(
  () => import('./components/injected-wallets.tsx').then((module) => module.InjectedWallets),
  { ssr: false, loading: () => <Skeleton height={42} /> },
)

/** What the service offers to a person who is not signed in. */
export type SignInOffer = {
  /** Whether people without an account may get one without an invitation. */
  readonly isOpen: boolean
  /** The name of the identity provider; null without one. */
  readonly provider: string | null
  /** The sentence of a sign-in that was refused; null without one. */
  readonly refusal?: string | null
  /** The token of an invitation; empty for none. */
  readonly invitation?: string
}

/** The card with the ways to sign in. The identity provider comes first: most people know it. */
export function SignInForm({ isOpen, provider, refusal = null, invitation = '' }: SignInOffer) {
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
          {provider === null ? SIGN_IN_TEXTS.title : SIGN_IN_TEXTS.titleOfAll}
        </Title>
        {!isOpen && invitation === '' && <Text size="sm">{SIGN_IN_TEXTS.notOpen}</Text>}
        {provider !== null && <ProviderButton provider={provider} invitation={invitation} />}
        {provider !== null && <Divider label={SIGN_IN_TEXTS.orWallet} />}
        <Text size="sm" c="dimmed">
          {SIGN_IN_TEXTS.explanation}
        </Text>
        <Progress stage={signIn.stage} error={signIn.error ?? (signIn.stage ? null : refusal)} />
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
