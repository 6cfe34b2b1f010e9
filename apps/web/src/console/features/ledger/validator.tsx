'use client'

import './without-eval.ts'

import { Alert, Button, Group } from '@mantine/core'
import { isLedgerError, parseNodeId } from '@parley/ledger'
import { IconArrowLeft } from '@tabler/icons-react'
import Link from 'next/link'
import { CopyButton } from '#web/console/components/copy-button.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { showFraction, showShare } from './amounts.ts'
import { Amount } from './components/amount.tsx'
import { DelegationLookUp } from './components/delegation-look-up.tsx'
import { FigureCard } from './components/figure-card.tsx'
import { FigureGrid } from './components/figure-grid.tsx'
import { LedgerFrame } from './components/ledger-frame.tsx'
import { ReadingError } from './components/reading-error.tsx'
import { RegisteredStake } from './components/registered-stake.tsx'
import { StakeHistory } from './components/stake-history.tsx'
import { StateBadge } from './components/state-badge.tsx'
import { useEmission, useValidators } from './hooks.ts'
import { useLedger } from './ledger-provider.tsx'
import { LEDGER_TEXTS } from './texts.ts'
import type { Validator } from './validators.ts'

const texts = LEDGER_TEXTS.validator

/** One validator: its present stake, its registered stake, and its delegations. */
export function LedgerValidator({ nodeId }: { nodeId: string }) {
  return (
    <LedgerFrame title={texts.title} tabTitle={nodeId} lead={nodeId} actions={<Actions nodeId={nodeId} />}>
      <Content nodeId={nodeId} />
    </LedgerFrame>
  )
}

function Content({ nodeId }: { nodeId: string }) {
  const validators = useValidators()
  const problem = problemOf(nodeId)
  if (problem !== null) return <Alert color="yellow">{problem}</Alert>
  if (validators.isError && !validators.data) return <ReadingError reading={validators} />
  if (!validators.data) return <ListSkeleton rows={4} height={90} />
  const validator = validators.data.find(({ nodeID }) => nodeID === nodeId)
  if (!validator) return <Alert color="yellow">{texts.unknown}</Alert>
  return (
    <>
      <Figures validator={validator} />
      <RegisteredStake validator={validator} />
      <StakeHistory nodeId={nodeId} />
      <DelegationLookUp nodeId={nodeId} />
    </>
  )
}

function Actions({ nodeId }: { nodeId: string }) {
  const { href } = useLedger()
  return (
    <Group gap="xs">
      <CopyButton value={nodeId} label={texts.copyId} />
      <Button
        component={Link}
        href={href('/ledger')}
        size="xs"
        variant="default"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
      >
        {texts.back}
      </Button>
    </Group>
  )
}

function Figures({ validator }: { validator: Validator }) {
  const emission = useEmission()
  const { table } = LEDGER_TEXTS
  return (
    <FigureGrid>
      <FigureCard label={table.state} value={<StateBadge state={validator.state} />} />
      <FigureCard label={table.total} value={<Amount value={validator.totalStake} />} />
      <FigureCard
        label={table.share}
        value={emission.data && showShare(validator.totalStake, emission.data.totalStaked)}
      />
      <FigureCard label={table.own} value={<Amount value={validator.stakedAmount} />} />
      <FigureCard label={table.delegated} value={<Amount value={validator.delegatedAmount} />} />
      <FigureCard label={texts.fee} value={showFraction(validator.delegationFeeRate)} />
      <FigureCard label={texts.ownRewards} value={<Amount value={validator.accumulatedStakedReward} />} />
      <FigureCard
        label={texts.delegatedRewards}
        value={<Amount value={validator.accumulatedDelegatedReward} />}
      />
    </FigureGrid>
  )
}

/** The problem of a node id from the address bar, or null. */
function problemOf(nodeId: string): string | null {
  try {
    parseNodeId(nodeId)
    return null
  } catch (error) {
    return isLedgerError(error) ? error.message : texts.unknown
  }
}
