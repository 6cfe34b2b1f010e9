'use client'

import { Card, Progress, Skeleton, Stack, Text, Title } from '@mantine/core'
import { isLedgerError, type ValidatorStakeResult } from '@parley/ledger'
import { CopyButton } from '#web/console/components/copy-button.tsx'
import { showBlockSpan, showCount } from '../amounts.ts'
import { useEmission, useValidatorStake } from '../hooks.ts'
import { LEDGER_TEXTS } from '../texts.ts'
import type { Validator } from '../validators.ts'
import { AddressLink } from './address-link.tsx'
import { Amount } from './amount.tsx'
import { Facts } from './facts.tsx'
import { ReadingError } from './reading-error.tsx'

const texts = LEDGER_TEXTS.validator

/** The registered stake of a validator: amount, period and addresses. */
export function RegisteredStake({ validator }: { validator: Validator }) {
  const stake = useValidatorStake(validator.nodeID)
  return (
    <Card withBorder padding="lg" component="section" aria-label={texts.periodTitle}>
      <Stack gap="md">
        <Title order={2} size="h4">
          {texts.periodTitle}
        </Title>
        {stake.isPending && <Skeleton height={120} />}
        {stake.isError && <NoStake stake={stake} />}
        {stake.isSuccess && <Period stake={stake.data} />}
        {stake.isSuccess && <Details stake={stake.data} />}
        <Facts facts={[[texts.publicKey, <PublicKey key="key" value={validator.publicKey} />]]} />
      </Stack>
    </Card>
  )
}

function NoStake({
  stake,
}: {
  stake: { readonly error: unknown; readonly refetch: () => Promise<unknown> }
}) {
  if (!isLedgerError(stake.error, 'not_found')) return <ReadingError reading={stake} />
  return <Text c="dimmed">{texts.notRegistered}</Text>
}

function Details({ stake }: { stake: ValidatorStakeResult }) {
  return (
    <Facts
      facts={[
        [texts.period, texts.fromTo(showCount(stake.stakeStartBlock), showCount(stake.stakeEndBlock))],
        [texts.stakedAmount, <Amount key="stake" value={stake.stakedAmount} />],
        [texts.fee, `${stake.delegationFeeRate} %`],
        [texts.owner, <AddressLink key="owner" address={stake.ownerAddress} />],
        [texts.rewardAddress, <AddressLink key="reward" address={stake.rewardAddress} />],
      ]}
    />
  )
}

function Period({ stake: { stakeStartBlock: start, stakeEndBlock: end } }: { stake: ValidatorStakeResult }) {
  const height = useEmission().data?.currentBlockHeight
  if (height === undefined) return null
  const length = end - start
  const passed = height < start ? 0n : height - start
  const percent = length <= 0n || passed >= length ? 100 : Number((passed * 1000n) / length) / 10
  const words = describePeriod({ height, start, end })
  return (
    <div>
      <Progress value={percent} aria-label={words} />
      <Text size="sm" mt={4}>
        {words}
      </Text>
    </div>
  )
}

function describePeriod({ height, start, end }: Record<'height' | 'start' | 'end', bigint>): string {
  if (height < start) return texts.pending(showBlockSpan(start - height))
  if (height < end) return texts.running(showBlockSpan(end - height))
  return texts.ended
}

function PublicKey({ value }: { value: string }) {
  return (
    <Text span ff="monospace" size="sm">
      {value} <CopyButton value={value} label={texts.copyKey} isIconOnly />
    </Text>
  )
}
