'use client'

import { Alert, Button, Group, Text } from '@mantine/core'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { Section } from '#web/console/components/section.tsx'
import { ShownSecret } from '#web/console/components/shown-secret.tsx'
import { type ShownAccount, useCreateRecoveryCodes } from '../hooks.ts'
import { isFresh } from '../is-fresh.ts'
import { ACCOUNT_TEXTS as texts } from '../texts.ts'

/** The recovery codes: how many are left, and new ones. */
export function Recovery({ account }: { account: ShownAccount }) {
  const create = useCreateRecoveryCodes()
  const { left } = account.recovery_codes
  return (
    <Section title={texts.recovery}>
      <Text size="sm">{left === 0 ? texts.noCodes : texts.codesLeft(left)}</Text>
      {create.isError && <ErrorNotice error={create.error} />}
      {create.data && (
        <Alert color="orange" variant="light" title={texts.codesTitle}>
          <Text size="sm" mb="xs">
            {texts.codesText}
          </Text>
          <ShownSecret
            value={create.data.codes.join('\n')}
            copyLabel={texts.copyCodes}
            testId="recovery-codes"
          />
        </Alert>
      )}
      {isFresh(account) ? (
        <Group>
          <Button variant="default" loading={create.isPending} onClick={() => create.mutate({})}>
            {left === 0 ? texts.makeCodes : texts.replaceCodes}
          </Button>
        </Group>
      ) : (
        <Text size="xs" c="dimmed">
          {texts.againForCodes}
        </Text>
      )}
    </Section>
  )
}
