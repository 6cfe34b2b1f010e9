'use client'

import { Button, Divider, Group, Stack, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFingerprint } from '@tabler/icons-react'
import { type SubmitEvent, useState, useSyncExternalStore } from 'react'
import { earlyClick } from '#web/console/components/early/early-click.ts'
import { canHavePasskeys } from '../can-have-passkeys.ts'
import type { WalletSignIn } from '../hooks.ts'
import { signInBy } from '../sign-in-by.ts'
import { createPasskeyAccount, signInWithPasskey } from '../sign-in-with-passkey.ts'
import { SIGN_IN_TEXTS } from '../texts.ts'

const texts = SIGN_IN_TEXTS.passkey
/** Where a person adds a new way to sign in. */
const ACCOUNT_PAGE = '/settings/account'

type Props = {
  readonly signIn: WalletSignIn
  /** Whether a new person can create an account here. */
  readonly canJoin: boolean
  /** The token of an invitation; empty for none. */
  readonly invitation: string
  /** Whether the first page, which the service renders, shows passkeys. */
  readonly isOfferedAtFirst: boolean
}

/** The ways for people without a wallet: a passkey, and a recovery code. */
export function PasskeyWays({ signIn, canJoin, invitation, isOfferedAtFirst }: Props) {
  const hasPasskeys = useSyncExternalStore(
    () => () => {},
    () => 'PublicKeyCredential' in window && canHavePasskeys(window.location),
    () => isOfferedAtFirst,
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
            {...earlyClick(() => signIn.run(signInWithPasskey))}
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

function NewPasskey({ signIn, invitation }: Pick<Props, 'signIn' | 'invitation'>) {
  return (
    <UnfoldingField
      label={texts.create}
      field={{ label: texts.label, description: texts.labelHint }}
      missing={texts.labelMissing}
      confirm={texts.createConfirm}
      isBusy={signIn.stage !== null}
      onConfirm={(label) => signIn.run(() => createPasskeyAccount({ label, invitation }))}
    />
  )
}

function RecoveryCode({ signIn }: Pick<Props, 'signIn'>) {
  return (
    <UnfoldingField
      label={texts.recover}
      field={{ label: texts.code, description: texts.codeHint, autoComplete: 'off' }}
      missing={texts.codeMissing}
      confirm={texts.codeConfirm}
      isBusy={signIn.stage !== null}
      onConfirm={(code) => signIn.run(() => signInBy({ by: 'recovery_code', code }), ACCOUNT_PAGE)}
    />
  )
}

type FieldProps = {
  /** The text of the button that opens the form. */
  readonly label: string
  readonly field: Pick<TextInputProps, 'label' | 'description' | 'autoComplete'>
  /** The error of an empty field. */
  readonly missing: string
  /** The text of the button that sends the form. */
  readonly confirm: string
  readonly isBusy: boolean
  readonly onConfirm: (value: string) => void
}

/** A form of one field that a button opens. */
function UnfoldingField({ label, field, missing, confirm, isBusy, onConfirm }: FieldProps) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const [value, setValue] = useState('')
  const [isMissing, setMissing] = useState(false)

  function confirmValue(event: SubmitEvent) {
    event.preventDefault()
    setMissing(value.trim() === '')
    if (value.trim() !== '') onConfirm(value.trim())
  }

  return (
    <Stack gap="xs">
      <Group justify="center">
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          {...earlyClick(toggle)}
          aria-expanded={isOpen}
        >
          {label}
        </Button>
      </Group>
      {isOpen && (
        <form onSubmit={confirmValue}>
          <Stack gap="xs">
            <TextInput
              {...field}
              maxLength={60}
              value={value}
              onChange={(event) => {
                setValue(event.currentTarget.value)
                setMissing(false)
              }}
              error={isMissing && missing}
            />
            <Group>
              <Button type="submit" variant="default" disabled={isBusy}>
                {confirm}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Stack>
  )
}
