'use client'

import './without-eval.ts'

import { useRouter, useSearchParams } from 'next/navigation'
import { AssetLookUp } from './components/asset-look-up.tsx'
import { BalanceLookUp } from './components/balance-look-up.tsx'
import { BlockLookUp } from './components/block-look-up.tsx'
import { LedgerFrame } from './components/ledger-frame.tsx'
import { TransactionLookUp } from './components/transaction-look-up.tsx'
import { useLedger } from './ledger-provider.tsx'

/** Look-ups of transactions, assets and balances. The address of the page contains the shown look-up. */
export function LedgerLookUp() {
  const { href } = useLedger()
  const router = useRouter()
  const query = useSearchParams()
  const [tx, asset, address, of] = ['tx', 'asset', 'address', 'of'].map((name) => query.get(name))
  const height = /^\d{1,20}$/.exec(query.get('height') ?? '')?.[0]
  const show = (wanted: Readonly<Record<string, string>>) => router.push(href('/ledger/look-up', wanted))
  return (
    <LedgerFrame>
      {height !== undefined && <BlockLookUp height={height} />}
      {/* A link to another look-up replaces the forms. */}
      <TransactionLookUp key={`tx ${tx}`} txId={tx ?? null} onLookUp={show} />
      <AssetLookUp key={`asset ${asset}`} asset={asset ?? null} onLookUp={show} />
      <BalanceLookUp
        key={`balance ${address} ${of}`}
        address={address ?? null}
        asset={of ?? null}
        onLookUp={show}
      />
    </LedgerFrame>
  )
}
