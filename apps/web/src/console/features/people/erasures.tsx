'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import type { ErasureSummary } from '@parley/contract'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { saveText } from '#web/console/components/result/save-text.ts'
import { Section } from '#web/console/components/section.tsx'
import { showDateTime } from '#web/console/components/time.ts'
import { useErasures } from './hooks.ts'
import { PEOPLE_TEXTS as texts } from './texts.ts'

/** The receipts of erased people; nothing while there are none. */
export function Erasures() {
  const erasures = useErasures()
  if (erasures.isError) return <ErrorNotice error={erasures.error} onRetry={() => void erasures.refetch()} />
  const all = erasures.data?.erasures ?? []
  if (all.length === 0) return null
  const receipts = all.flatMap(({ receipt }) => receipt ?? [])
  return (
    <Section title={texts.erased}>
      <Text size="sm">{texts.erasedText}</Text>
      <Stack gap={4} component="ul" p={0} m={0} aria-label={texts.erased}>
        {all.map((erasure) => (
          <Text key={erasure.erasure_id} component="li" size="sm" style={{ listStyle: 'none' }}>
            {describe(erasure)}
          </Text>
        ))}
      </Stack>
      <Group>
        <Button
          variant="default"
          disabled={receipts.length === 0}
          onClick={() => saveText('erasures.json', 'application/json', JSON.stringify(receipts, null, 2))}
        >
          {texts.saveReceipts}
        </Button>
      </Group>
    </Section>
  )
}

function describe({ asked_at, asked_by, receipt, is_sealed }: ErasureSummary): string {
  const ended = is_sealed ? texts.sealed : texts.unsealed
  return [showDateTime(asked_at), texts.askedBy[asked_by], receipt === null ? texts.erasing : ended].join(
    ' · ',
  )
}
