'use client'

import { parseAddress, type UserStakeResult } from '@parley/ledger'
import { useState } from 'react'
import { showCount } from '../amounts.ts'
import { useDelegation } from '../hooks.ts'
import { useLedger } from '../ledger-provider.tsx'
import { LEDGER_TEXTS } from '../texts.ts'
import { AddressLink } from './address-link.tsx'
import { Amount } from './amount.tsx'
import { Facts } from './facts.tsx'
import { LookUpCard } from './look-up-card.tsx'

const texts = LEDGER_TEXTS.validator

/** The delegation of an address to this validator. */
export function DelegationLookUp({ nodeId }: { nodeId: string }) {
  const { client } = useLedger()
  const [owner, setOwner] = useState<string | null>(null)
  const delegation = useDelegation(nodeId, owner)
  const field = {
    name: 'owner',
    label: LEDGER_TEXTS.lookUp.balance.field,
    value: '',
    check: (text: string) => parseAddress(text, client.network.addressPrefix),
  }
  return (
    <LookUpCard
      title={texts.delegationTitle}
      text={texts.delegationText}
      fields={[field]}
      onLookUp={(values) => setOwner(values.owner ?? null)}
      reading={delegation}
      notFound={texts.delegationNotFound}
      show={(stake) => <Delegation stake={stake} />}
    />
  )
}

function Delegation({ stake }: { stake: UserStakeResult }) {
  const words = LEDGER_TEXTS.result
  return (
    <Facts
      facts={[
        [words.stake, <Amount key="stake" value={stake.stakedAmount} />],
        [words.blocks, texts.fromTo(showCount(stake.stakeStartBlock), showCount(stake.stakeEndBlock))],
        [texts.rewardAddress, <AddressLink key="reward" address={stake.rewardAddress} />],
      ]}
    />
  )
}
