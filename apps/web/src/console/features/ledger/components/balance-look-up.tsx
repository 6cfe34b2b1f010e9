'use client'

import { Text } from '@mantine/core'
import { decodeAddress, parseAddress, parseAsset } from '@parley/ledger'
import { useAsset, useBalance } from '../hooks.ts'
import { useLedger } from '../ledger-provider.tsx'
import { LEDGER_TEXTS } from '../texts.ts'
import { Amount } from './amount.tsx'
import { LookUpCard } from './look-up-card.tsx'

const texts = LEDGER_TEXTS.lookUp

type Query = { readonly address: string; readonly of: string }
type Props = {
  readonly address: string | null
  readonly asset: string | null
  readonly onLookUp: (query: Query) => void
}

/** An address's balance of an asset. */
export function BalanceLookUp({ address, asset, onLookUp }: Props) {
  const { client, native } = useLedger()
  const name = asset ?? native.symbol
  const balance = useBalance(address, name)
  // The amount needs the asset's decimals; an unknown asset has a balance of 0.
  const unit = useAsset(address === null ? null : name)
  return (
    <LookUpCard
      title={texts.balance.title}
      text={texts.balance.text}
      fields={[
        {
          name: 'address',
          label: texts.balance.field,
          value: address ?? '',
          check: (text) => parseAddress(text, client.network.addressPrefix),
          confirm: (text) => texts.validAddress(keyOf(text)),
        },
        {
          name: 'of',
          label: texts.balance.asset,
          value: name,
          check: (text) => parseAsset(text, client.network),
        },
      ]}
      onLookUp={({ address: wanted = '', of = '' }) => onLookUp({ address: wanted, of })}
      reading={unit.error && unit.data === undefined ? unit : { ...balance, data: unit.data && balance.data }}
      notFound={texts.asset.notFound}
      show={({ amount }) => (
        <Text size="xl" fw={600}>
          <Amount value={amount} of={unit.data} />
        </Text>
      )}
    />
  )
}

/** The key type of an address, by its first byte. */
function keyOf(address: string): string {
  return texts.keys[decodeAddress(address).bytes[0] ?? -1] ?? texts.otherKey
}
