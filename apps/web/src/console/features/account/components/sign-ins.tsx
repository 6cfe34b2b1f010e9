'use client'

import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ConfirmDeletion } from '#web/console/components/confirm-deletion.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { lazyPart } from '#web/console/components/lazy-part.tsx'
import { Section } from '#web/console/components/section.tsx'
import { showDateTime } from '#web/console/components/time.ts'
import {
  type ShownAccount,
  useAddBrowserWallet,
  useAddExtensionWallet,
  useAddPasskey,
  useRemoveSignIn,
  useSignOut,
} from '../hooks.ts'
import { isFresh } from '../is-fresh.ts'
import { ACCOUNT_TEXTS as texts } from '../texts.ts'

/** Wallet code is large, so it loads when a person asks for it. */
const ExtensionWallets = lazyPart(
  () =>
    import('#web/console/components/extension-wallets/extension-wallets.tsx').then(
      (module) => module.ExtensionWallets,
    ),
  <Skeleton height={42} />,
)

type Props = { readonly account: ShownAccount; readonly provider: string | null }

/** The ways to sign in, and the buttons that add and remove them. */
export function SignIns({ account, provider }: Props) {
  const { sign_ins: signIns } = account
  return (
    <Section title={texts.signIns}>
      <Text size="sm">{texts.signInsText}</Text>
      {signIns.some(({ kind }) => kind === 'wallet') && (
        <Text size="xs" c="dimmed" maw="60em">
          {texts.walletHint}
        </Text>
      )}
      <Stack gap="xs" component="ul" p={0} m={0} aria-label={texts.signIns}>
        {signIns.map((signIn) => (
          <SignIn key={signIn.sign_in_id} signIn={signIn} isLast={signIns.length === 1} />
        ))}
      </Stack>
      {isFresh(account) ? <Additions account={account} provider={provider} /> : <SignInAgain />}
    </Section>
  )
}

function SignIn({ signIn, isLast }: { signIn: ShownAccount['sign_ins'][number]; isLast: boolean }) {
  const remove = useRemoveSignIn()
  const { sign_in_id, kind, label, issuer, last_used_at } = signIn
  return (
    <Group component="li" justify="space-between" wrap="nowrap" style={{ listStyle: 'none' }}>
      <div style={{ minWidth: 0 }}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {texts.kinds[kind]}: {label}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {[issuer, last_used_at ? texts.lastUsed(showDateTime(last_used_at)) : texts.neverUsed]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      {!isLast && (
        <ConfirmDeletion
          texts={{ title: texts.removeTitle, text: texts.removeText(label), confirm: texts.remove }}
          onConfirm={() => remove.mutateAsync({ sign_in_id })}
        >
          {(ask) => (
            <Button size="xs" variant="light" color="red" aria-label={texts.removeName(label)} onClick={ask}>
              {texts.remove}
            </Button>
          )}
        </ConfirmDeletion>
      )}
    </Group>
  )
}

function Additions({ account, provider }: Props) {
  const passkey = useAddPasskey()
  const wallet = useAddBrowserWallet()
  const extension = useAddExtensionWallet()
  const [hasExtensions, { open: showExtensions }] = useDisclosure(false)
  return (
    <>
      {passkey.isError && <ErrorNotice error={passkey.error} title={texts.notAdded} />}
      {wallet.isError && <ErrorNotice error={wallet.error} title={texts.notAdded} />}
      {extension.isError && <ErrorNotice error={extension.error} title={texts.notAdded} />}
      <Group>
        {account.offers_passkeys && (
          <Button variant="default" loading={passkey.isPending} onClick={() => passkey.mutate()}>
            {texts.addPasskey}
          </Button>
        )}
        <Button variant="default" loading={wallet.isPending} onClick={() => wallet.mutate()}>
          {texts.addWallet}
        </Button>
        {!hasExtensions && (
          <Button variant="default" onClick={showExtensions}>
            {texts.addExtension}
          </Button>
        )}
        {provider !== null && (
          <Button variant="default" component="a" href="/api/auth/oidc/start?add">
            {texts.addProvider(provider)}
          </Button>
        )}
      </Group>
      {hasExtensions && (
        <ExtensionWallets
          isBusy={extension.isPending}
          label={texts.addExtensionName}
          onChoose={extension.mutate}
        />
      )}
      {!account.offers_passkeys && (
        <Text size="xs" c="dimmed">
          {texts.noPasskeys}
        </Text>
      )}
    </>
  )
}

/** Ways to sign in can be changed only soon after a sign-in. */
function SignInAgain() {
  const signOut = useSignOut('/?next=/settings/account')
  return (
    <Alert variant="light" title={texts.againTitle}>
      <Stack gap="xs">
        <Text size="sm">{texts.againText}</Text>
        <Group>
          <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
            {texts.again}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
