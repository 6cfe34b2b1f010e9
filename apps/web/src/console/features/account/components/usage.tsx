'use client'

import { Progress, Stack, Text } from '@mantine/core'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { Section } from '#web/console/components/section.tsx'
import { showDateTime } from '#web/console/components/time.ts'
import { failureInPlaceOf } from '#web/console/trpc/failure-in-place-of.ts'
import { showNumber } from '#web/language/show-number.ts'
import { useUsage } from '../hooks.ts'
import { ACCOUNT_TEXTS as texts } from '../texts.ts'

const GIB = 1_073_741_824

/** What the person used in this month, against the limits. */
export function Usage() {
  const usage = useUsage()
  const failure = failureInPlaceOf(usage)
  if (failure) return <ErrorNotice error={failure} onRetry={() => void usage.refetch()} />
  if (!usage.data) return null
  const { used, limits, models, storage_bytes, data_sources, resets_at, prices_as_of } = usage.data
  const tokens = used.input_tokens + used.output_tokens
  return (
    <Section title={texts.usage}>
      <Text size="sm">{texts.usageText(showDateTime(resets_at))}</Text>
      <Amount name={texts.turns} used={used.turns} limit={limits.turns} />
      <Amount name={texts.tokens} used={tokens} limit={limits.tokens} />
      {prices_as_of !== null && <Amount name={texts.cost} used={used.cost_usd} limit={limits.cost_usd} />}
      <Amount name={texts.storage} used={storage_bytes.used / GIB} limit={storage_bytes.limit / GIB} />
      <Amount name={texts.dataSources} used={data_sources.used} limit={data_sources.limit} />
      {models.map(({ provider, model, turns }) => (
        <Text key={`${provider} ${model}`} size="xs" c="dimmed">
          {texts.ofModel(model, turns)}
        </Text>
      ))}
    </Section>
  )
}

type Amounts = { readonly name: string; readonly used: number; readonly limit: number | null }

function Amount({ name, used, limit }: Amounts) {
  const show = (amount: number) => showNumber(amount, { maximumFractionDigits: 2 })
  return (
    <Stack gap={4}>
      <Text size="sm">
        {limit === null ? `${name}: ${show(used)}` : texts.of(name, show(used), show(limit))}
      </Text>
      {limit !== null && (
        <Progress value={limit === 0 ? 100 : Math.min((used / limit) * 100, 100)} aria-label={name} />
      )}
    </Stack>
  )
}
