'use client'

import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { Section } from '#web/console/components/section.tsx'
import { type ShownAccount, useEraseAccount } from '../hooks.ts'
import { isFresh } from '../is-fresh.ts'
import { ACCOUNT_TEXTS as texts } from '../texts.ts'

/** Erases the account after the person has typed its name. */
export function EraseAccount({ account }: { account: ShownAccount }) {
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <Section title={texts.erase}>
      <Text size="sm">{texts.eraseText}</Text>
      {isFresh(account) ? (
        <Group>
          <Button color="red" variant="light" onClick={dialog.open}>
            {texts.erase}
          </Button>
        </Group>
      ) : (
        <Text size="xs" c="dimmed">
          {texts.againToErase}
        </Text>
      )}
      <Modal opened={isOpen} onClose={dialog.close} title={texts.eraseTitle}>
        <Confirmation name={account.user_id} onCancel={dialog.close} />
      </Modal>
    </Section>
  )
}

function Confirmation({ name, onCancel }: { name: string; onCancel: () => void }) {
  const erase = useEraseAccount()
  const [typed, setTyped] = useState('')
  const isSame = typed.trim().toLowerCase() === name.toLowerCase()
  return (
    <Stack>
      <Text size="sm">{texts.eraseWarning}</Text>
      {erase.isError && <ErrorNotice error={erase.error} title={texts.notErased} />}
      <TextInput
        label={texts.eraseConfirm}
        description={name}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {texts.keep}
        </Button>
        <Button
          color="red"
          disabled={!isSame}
          loading={erase.isPending || erase.isSuccess}
          onClick={() => erase.mutate({ user_id: name })}
        >
          {texts.eraseNow}
        </Button>
      </Group>
    </Stack>
  )
}
