'use client'

import { Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconFingerprint } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import type { WalletSignIn } from '../hooks.ts'
import { signInBy } from '../sign-in-by.ts'
import { createPasskeyAccount, signInWithPasskey } from '../sign-in-with-passkey.ts'
import { SIGN_IN_TEXTS } from '../texts.ts'

const texts = SIGN_IN_TEXTS.passkey
/** Where a person adds a new way to sign in. */
const ACCOUNT_PAGE = '/settings/account'

type Props = {
  readonly signIn: WalletSignIn
  /** Whether a new person comes in here. */
  readonly canJoin: boolean
  /** The token of an invitation; empty for none. */
  readonly invitation: string
}

/** The ways for people without a wallet: a passkey, and a recovery code. */
export function PasskeyWays({ signIn, canJoin, invitation }: Props) {
  const hasPasskeys = useSyncExternalStore(
    () => () => {},
    () => 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname),
    () => false,
  )
  return (
    <Stack gap="sm">
      {hasPasskeys && (
        <>
          <Divider label={SIGN_IN_TEXTS.or} />
          <Text size="sm" c="dimmed">
            {texts.explanation}
          </Text>
          <Button
            variant="default"
            leftSection={<IconFingerprint size={20} aria-hidden />}
            disabled={signIn.stage !== null}
            onClick={() => signIn.run(signInWithPasskey)}
          >
            {texts.use}
          </Button>
          {canJoin && <NewPasskey signIn={signIn} invitation={invitation} />}
        </>
      )}
      <RecoveryCode signIn={signIn} />
    </Stack>
  )
}

function NewPasskey({ signIn, invitation }: Omit<Props, 'canJoin'>) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const form = useForm({
    initialValues: { label: '' },
    validate: { label: (value) => (value.trim() === '' ? texts.labelMissing : null) },
  })
  const create = form.onSubmit(({ label }) =>
    signIn.run(() => createPasskeyAccount({ label: label.trim(), invitation })),
  )
  return (
    <Unfolded label={texts.create} isOpen={isOpen} onToggle={toggle}>
      <form onSubmit={create}>
        <Stack gap="xs">
          <TextInput
            label={texts.label}
            description={texts.labelHint}
            maxLength={60}
            {...form.getInputProps('label')}
          />
          <Group>
            <Button type="submit" variant="default" disabled={signIn.stage !== null}>
              {texts.createConfirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Unfolded>
  )
}

function RecoveryCode({ signIn }: Pick<Props, 'signIn'>) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? texts.codeMissing : null) },
  })
  const use = form.onSubmit(({ code }) =>
    signIn.run(() => signInBy({ by: 'recovery_code', code: code.trim() }), ACCOUNT_PAGE),
  )
  return (
    <Unfolded label={texts.recover} isOpen={isOpen} onToggle={toggle}>
      <form onSubmit={use}>
        <Stack gap="xs">
          <TextInput
            label={texts.code}
            description={texts.codeHint}
            autoComplete="off"
            maxLength={60}
            {...form.getInputProps('code')}
          />
          <Group>
            <Button type="submit" variant="default" disabled={signIn.stage !== null}>
              {texts.codeConfirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Unfolded>
  )
}

type Unfoldable = {
  readonly label: string
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly children: React.ReactNode
}

function Unfolded({ label, isOpen, onToggle, children }: Unfoldable) {
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="subtle" size="compact-sm" onClick={onToggle} aria-expanded={isOpen}>
          {label}
        </Button>
      </Group>
      {isOpen && children}
    </Stack>
  )
}
