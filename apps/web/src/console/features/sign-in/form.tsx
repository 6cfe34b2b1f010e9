'use client'

import { Alert, Divider, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useBrowserWallet } from '#web/console/components/browser-wallet/use-browser-wallet.ts'
import { lazyPart } from '#web/console/components/lazy-part.tsx'
import { translateSentence } from '#web/language/translate-sentence.ts'
import { NewWallet } from './components/new-wallet.tsx'
import { OtherWays } from './components/other-ways.tsx'
import { PasskeyWays } from './components/passkey-ways.tsx'
import { ProviderButton } from './components/provider-button.tsx'
import { useSignIn } from './hooks.ts'
import { SIGN_IN_TEXTS } from './texts.ts'

/** Most people who see this page keep no key in the browser yet. */
const KeptWallet = lazyPart(
  () => import('./components/kept-wallet.tsx').then((module) => module.KeptWallet),
  <Skeleton height={128} />,
)

/** What the service offers to a person who is not signed in. */
export type SignInOffer = {
  /** Whether people without an account may get one without an invitation. */
  readonly isOpen: boolean
  /** Whether a key that the browser makes now is admitted. */
  readonly isOpenToAll: boolean
  /** The name of the identity provider; null without one. */
  readonly provider: string | null
  /** The sentence of a sign-in that was refused; null without one. */
  readonly refusal?: string | null
  /** The token of an invitation; empty for none. */
  readonly invitation?: string
  /** Where the identity provider leads back to; the page that the address names by default. */
  readonly returnPath?: string
  /** Called after sign-in, in place of opening a page. */
  readonly onSignedIn?: () => void
  /** Whether it stands in a dialog, which has its own frame. */
  readonly isPlain?: boolean
  /** Whether passkeys work at the address of a page that the service renders. */
  readonly hasPasskeys?: boolean
}

/**
 * The card with the ways to sign in. The first is the one that asks least of a person: the identity provider, or a key
 * that the browser keeps. Wallets and keys of a person are below.
 */
export function SignInForm({ isOpen, isOpenToAll, provider, refusal = null, ...offer }: SignInOffer) {
  const { invitation = '', returnPath, onSignedIn, isPlain = false, hasPasskeys = false } = offer
  const signIn = useSignIn(invitation, onSignedIn)
  const kept = useBrowserWallet()
  const isKeyOffered = kept !== null || isOpenToAll
  return (
    <Paper
      withBorder={!isPlain}
      shadow={isPlain ? 'none' : 'sm'}
      p={isPlain ? 0 : { base: 'lg', sm: 'xl' }}
      radius="lg"
      component="section"
      aria-labelledby="sign-in"
    >
      <Stack gap="md">
        <Title order={2} size="h3" id="sign-in">
          {kept ? SIGN_IN_TEXTS.titleKept : SIGN_IN_TEXTS.title}
        </Title>
        {!isOpen && <Text size="sm">{SIGN_IN_TEXTS.notOpen}</Text>}
        <Progress
          stage={signIn.stage}
          error={signIn.error ?? (signIn.stage || refusal === null ? null : translateSentence(refusal))}
        />
        {provider !== null && (
          <ProviderButton provider={provider} invitation={invitation} returnPath={returnPath} />
        )}
        {provider !== null && isKeyOffered && <Divider label={SIGN_IN_TEXTS.or} />}
        {kept && <KeptWallet wallet={kept} signIn={signIn} isFirst={provider === null} />}
        {!kept && isOpenToAll && <NewWallet signIn={signIn} isFirst={provider === null} />}
        <OtherWays
          signIn={signIn}
          hasKept={kept !== null}
          isOpenAtFirst={provider === null && !isKeyOffered}
        />
        <PasskeyWays
          signIn={signIn}
          canJoin={isOpen || invitation !== ''}
          invitation={invitation}
          isOfferedAtFirst={hasPasskeys}
        />
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
