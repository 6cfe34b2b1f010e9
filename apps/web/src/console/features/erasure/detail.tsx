'use client'

import { Button, Code, Container, Group, Loader, Stack, Text, Title } from '@mantine/core'
import type { ErasureSummary } from '@parley/contract'
import { useQuery } from '@tanstack/react-query'
import { Brand } from '#web/console/components/brand.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { saveText } from '#web/console/components/result/save-text.ts'
import { Section } from '#web/console/components/section.tsx'
import { useTRPC } from '#web/console/trpc/client.ts'
import { ERASURE_TEXTS as texts } from './texts.ts'

const LOOK_EVERY_MS = 1_000

/** Follows the erasing of an account until there is a receipt. */
export function ErasurePage({ id }: { id: string }) {
  const trpc = useTRPC()
  const erasure = useQuery(
    trpc.erasure.get.queryOptions(
      { erasure_id: id },
      { retry: false, refetchInterval: ({ state }) => (state.data?.is_sealed ? false : LOOK_EVERY_MS) },
    ),
  )
  const receipt = erasure.data?.receipt ?? null
  return (
    <Container component="main" size={560} py={{ base: 'xl', md: 48 }}>
      <Stack gap="xl">
        <Brand size="lg" />
        <Title order={1} size="h2">
          {receipt ? texts.done : texts.title}
        </Title>
        {erasure.isError && <ErrorNotice error={erasure.error} />}
        <Text>{receipt ? texts.doneText : texts.under}</Text>
        {receipt ? <Receipt receipt={receipt} /> : erasure.data && <Waiting />}
        <Group>
          <Button component="a" href="/" variant="default">
            {texts.leave}
          </Button>
        </Group>
      </Stack>
    </Container>
  )
}

function Waiting() {
  return (
    <Group gap="xs" role="status">
      <Loader size="sm" />
      <Text size="sm">{texts.waiting}</Text>
    </Group>
  )
}

function Receipt({ receipt }: { receipt: NonNullable<ErasureSummary['receipt']> }) {
  const save = () =>
    saveText(`erasure-${receipt.erasure_id}.json`, 'application/json', JSON.stringify(receipt, null, 2))
  return (
    <Section title={texts.receipt}>
      <Code style={{ overflowWrap: 'anywhere' }}>{receipt.receipt_id}</Code>
      <Text size="sm">
        {Object.entries(receipt.erased)
          .map(([table, count]) => texts.rows(table, count))
          .join(' · ')}
      </Text>
      <Group>
        <Button onClick={save}>{texts.save}</Button>
      </Group>
    </Section>
  )
}
