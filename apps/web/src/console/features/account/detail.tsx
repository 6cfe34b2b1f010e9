'use client'

import { Alert, Anchor, Button, Code, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import Link from 'next/link'
import { PrivateKey } from '#web/console/components/browser-wallet/private-key.tsx'
import { useBrowserWallet } from '#web/console/components/browser-wallet/use-browser-wallet.ts'
import { CopyButton } from '#web/console/components/copy-button.tsx'
import { earlyClick } from '#web/console/components/early/early-click.ts'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { Section } from '#web/console/components/section.tsx'
import { EraseAccount } from './components/erase-account.tsx'
import { Recovery } from './components/recovery.tsx'
import { SignIns } from './components/sign-ins.tsx'
import { Usage } from './components/usage.tsx'
import { useAccount, useEndOtherSessions, useSignOut } from './hooks.ts'
import { ACCOUNT_TEXTS as texts } from './texts.ts'

type Props = {
  readonly user: string
  /** The name of the identity provider; null without one. */
  readonly provider: string | null
  /** Why the identity provider was not added; null without a refusal. */
  readonly refusal: string | null
}

/** The signed-in person: the ways to sign in, recovery codes, what was used of the limits, and the sessions. */
export function AccountPage({ user, provider, refusal }: Props) {
  const account = useAccount()
  return (
    <PageFrame title={texts.title} lead={texts.lead}>
      {refusal !== null && (
        <Alert color="red" variant="light" title={texts.notAdded}>
          {refusal}
        </Alert>
      )}
      <Section title={texts.address}>
        <Group gap="xs" wrap="nowrap">
          <Code style={{ overflowWrap: 'anywhere' }}>{user}</Code>
          <CopyButton value={user} label={texts.copyAddress} isIconOnly />
        </Group>
      </Section>
      {account.isPending && <ListSkeleton />}
      {account.isError && <ErrorNotice error={account.error} onRetry={() => void account.refetch()} />}
      {account.data && <SignIns account={account.data} provider={provider} />}
      {account.data && <Recovery account={account.data} />}
      <Section title={texts.wallet}>
        <OwnWallet labels={account.data?.sign_ins.map(({ label }) => label) ?? [user]} />
      </Section>
      <Usage />
      <Section title={texts.keys}>
        <Text size="sm">
          {texts.keysText}{' '}
          <Anchor component={Link} href="/settings/api-keys">
            {texts.keysLink}
          </Anchor>
        </Text>
      </Section>
      <Sessions isOfProvider={account.data?.sign_ins.some(({ kind }) => kind === 'oidc') ?? false} />
      {account.data && <EraseAccount account={account.data} />}
    </PageFrame>
  )
}

function OwnWallet({ labels }: { labels: readonly string[] }) {
  const wallet = useBrowserWallet()
  const [isShown, { toggle }] = useDisclosure(false)
  const isOwn = labels.some((label) => label.toLowerCase() === wallet?.address.toLowerCase())
  if (!wallet || !isOwn) return <Text size="sm">{texts.noWallet}</Text>
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

function Sessions({ isOfProvider }: { isOfProvider: boolean }) {
  const signOut = useSignOut()
  const endOthers = useEndOtherSessions()
  return (
    <Section title={texts.session}>
      <Text size="sm">{isOfProvider ? texts.sessionOfProvider : texts.sessionText}</Text>
      {endOthers.isError && <ErrorNotice error={endOthers.error} />}
      {endOthers.isSuccess && (
        <Text size="sm" role="status">
          {texts.othersEnded}
        </Text>
      )}
      <Group>
        <Button variant="default" loading={signOut.isPending} {...earlyClick(() => signOut.mutate())}>
          {texts.signOut}
        </Button>
        <Button variant="default" loading={endOthers.isPending} {...earlyClick(() => endOthers.mutate({}))}>
          {texts.endOthers}
        </Button>
      </Group>
    </Section>
  )
}
