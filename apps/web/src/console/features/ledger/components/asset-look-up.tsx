'use client'

import { type AssetResult, parseAsset } from '@parley/ledger'
import { useAsset } from '../hooks.ts'
import { useLedger } from '../ledger-provider.tsx'
import { LEDGER_TEXTS } from '../texts.ts'
import { AddressLink } from './address-link.tsx'
import { Amount } from './amount.tsx'
import { Facts } from './facts.tsx'
import { LookUpCard } from './look-up-card.tsx'

const texts = LEDGER_TEXTS.lookUp.asset
const words = LEDGER_TEXTS.result

type Props = { readonly asset: string | null; readonly onLookUp: (query: { asset: string }) => void }

/** An asset with its supply. */
export function AssetLookUp({ asset, onLookUp }: Props) {
  const { client, native } = useLedger()
  const found = useAsset(asset)
  const field = {
    name: 'asset',
    label: texts.field,
    value: asset ?? '',
    check: (text: string) => parseAsset(text, client.network),
  }
  return (
    <LookUpCard
      title={texts.title}
      text={texts.text(native.symbol)}
      fields={[field]}
      onLookUp={({ asset: wanted = '' }) => onLookUp({ asset: wanted })}
      reading={found}
      notFound={texts.notFound}
      show={(result) => <Asset result={result} />}
    />
  )
}

function Asset({ result: { symbol, metadata, decimals, supply, owner } }: { result: AssetResult }) {
  return (
    <Facts
      facts={[
        [words.symbol, symbol],
        [words.description, metadata],
        [words.decimals, decimals],
        [words.supply, <Amount key="supply" value={supply} of={{ decimals, symbol }} />],
        [words.owner, <AddressLink key="owner" address={owner} />],
      ]}
    />
  )
}
