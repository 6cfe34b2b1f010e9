'use client'

import './without-eval.ts'

import { type EmissionInfoResult, stakingRate } from '@parley/ledger'
import { IconServer2 } from '@tabler/icons-react'
import { EmptyState } from '#web/console/components/empty-state.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { BLOCKS_A_DAY, showBlockSpan, showCount, showFraction, showShare } from './amounts.ts'
import { Amount } from './components/amount.tsx'
import { AskButton } from './components/ask-button.tsx'
import { FigureCard } from './components/figure-card.tsx'
import { FigureGrid } from './components/figure-grid.tsx'
import { LedgerFrame } from './components/ledger-frame.tsx'
import { ReadingError } from './components/reading-error.tsx'
import { ValidatorsTable } from './components/validators-table.tsx'
import { useEmission, useValidators } from './hooks.ts'
import { LEDGER_TEXTS as texts } from './texts.ts'
import type { Validator } from './validators.ts'

/** The network at its newest block: figures, then all validators. */
export function LedgerOverview() {
  const emission = useEmission()
  const validators = useValidators()
  const failed = [emission, validators].find(({ isError, data }) => isError && data === undefined)
  return (
    <LedgerFrame actions={<AskButton />}>
      {failed ? (
        <ReadingError reading={failed} />
      ) : (
        <>
          <FigureGrid>
            <Money info={emission.data} />
            <Emission info={emission.data} />
            <Validators validators={validators.data} />
            <Fees info={emission.data} />
          </FigureGrid>
          <AllValidators validators={validators.data} info={emission.data} />
        </>
      )}
    </LedgerFrame>
  )
}

type Info = { readonly info: EmissionInfoResult | undefined }

function Money({ info }: Info) {
  return (
    <>
      <FigureCard
        label={texts.height}
        value={info && showCount(info.currentBlockHeight)}
        hint={info && texts.heightHint(showCount(blocksToEpoch(info)), showBlockSpan(blocksToEpoch(info)))}
      />
      <FigureCard
        label={texts.supply}
        value={info && <Amount value={info.totalSupply} />}
        hint={info && texts.supplyHint(showShare(info.totalSupply, info.maxSupply))}
      />
      <FigureCard
        label={texts.staked}
        value={info && <Amount value={info.totalStaked} />}
        hint={info && texts.stakedHint(showShare(info.totalStaked, info.totalSupply))}
      />
    </>
  )
}

function Emission({ info }: Info) {
  const { epochLength, baseValidators } = info?.epochTracker ?? {}
  return (
    <>
      <FigureCard
        label={texts.emission}
        value={info && <Amount value={info.rewardsPerEpoch} />}
        hint={
          epochLength !== undefined && texts.emissionHint(showCount(epochLength), showBlockSpan(epochLength))
        }
      />
      <FigureCard
        label={texts.perDay}
        value={info && <Amount value={emissionPerDay(info)} />}
        hint={texts.perDayHint}
      />
      <FigureCard
        label={texts.apr}
        value={info && showFraction(stakingRate(info))}
        hint={baseValidators !== undefined && texts.aprHint(showCount(baseValidators))}
      />
    </>
  )
}

function Validators({ validators }: { validators: readonly Validator[] | undefined }) {
  const active = validators?.filter(({ state }) => state === 'active').length ?? 0
  return (
    <FigureCard
      label={texts.validators}
      value={validators && showCount(validators.length)}
      hint={validators && texts.activeOf(active, validators.length)}
    />
  )
}

function Fees({ info }: Info) {
  return (
    <FigureCard
      label={texts.fees}
      value={info && <Amount value={info.emissionAccount.accumulatedReward} />}
      hint={texts.feesHint}
    />
  )
}

function AllValidators({ validators, info }: Info & { validators: readonly Validator[] | undefined }) {
  if (!validators || !info) return <ListSkeleton rows={5} height={52} />
  if (validators.length > 0) return <ValidatorsTable validators={validators} totalStaked={info.totalStaked} />
  return <EmptyState icon={IconServer2} title={texts.table.none} text={texts.table.noneText} />
}

function emissionPerDay({ rewardsPerEpoch, epochTracker: { epochLength } }: EmissionInfoResult): bigint {
  return epochLength > 0n ? (rewardsPerEpoch * BLOCKS_A_DAY) / epochLength : 0n
}

function blocksToEpoch({ currentBlockHeight, epochTracker: { epochLength } }: EmissionInfoResult): bigint {
  return epochLength > 0n ? epochLength - (currentBlockHeight % epochLength) : 0n
}
