'use client'

import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { isHex, keepBrowserWallet } from '#web/console/components/browser-wallet/browser-wallet-key.ts'
import { SIGN_IN_TEXTS } from '../texts.ts'

const texts = SIGN_IN_TEXTS.browserWallet

/** Imports an exported key into this browser. */
export function ImportWallet() {
  const [isOpen, { toggle }] = useDisclosure(false)
  const form = useForm({
    initialValues: { key: '' },
    validate: { key: (value) => (isHex(value.trim(), 64) ? null : texts.importInvalid) },
  })

  async function keep({ key }: { key: string }) {
    const trimmed = key.trim()
    if (!isHex(trimmed, 64)) return
    // Some 64-digit numbers are invalid keys: zero and numbers beyond the curve's order.
    await keepBrowserWallet(trimmed).catch(() => form.setFieldError('key', texts.importInvalid))
  }

  return (
    <Stack gap="xs">
      <Group>
        <Button variant="subtle" size="compact-sm" onClick={toggle} aria-expanded={isOpen}>
          {texts.import}
        </Button>
      </Group>
      {isOpen && (
        <form onSubmit={form.onSubmit(keep)}>
          <Stack gap="xs">
            <PasswordInput
              label={texts.importLabel}
              description={texts.importHint}
              autoComplete="off"
              {...form.getInputProps('key')}
            />
            <Group>
              <Button type="submit" variant="default">
                {texts.importConfirm}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Stack>
  )
}
