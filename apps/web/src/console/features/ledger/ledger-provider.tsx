'use client'

import './without-eval.ts'

import { useLocalStorage } from '@mantine/hooks'
import { type AmountUnit, createLedgerClient, defineNetwork, type LedgerClient } from '@parley/ledger'
import { useSearchParams } from 'next/navigation'
import { createContext, type ReactNode, useContext, useMemo } from 'react'

const UNITS = ['whole', 'smallest'] as const
export type UnitChoice = (typeof UNITS)[number]

type Ledger = {
  /** The shown network, and all networks; the first is the default one. */
  readonly network: string
  readonly networks: readonly string[]
  readonly client: LedgerClient
  /** The name of its data source in SQL. */
  readonly source: string
  readonly native: Required<AmountUnit>
  readonly unit: UnitChoice
  readonly setUnit: (unit: UnitChoice) => void
  /** The address of a page for the shown network. */
  readonly href: (path: string, query?: Readonly<Record<string, string>>) => string
}

const LedgerContext = createContext<Ledger | null>(null)

type Props = { readonly networks: readonly string[]; readonly children: ReactNode }

/** Provides the network, its client and the unit of amounts to the ledger pages. */
export function LedgerProvider({ networks, children }: Props) {
  const wanted = useSearchParams().get('network')
  const [standard = ''] = networks
  const network = networks.find((name) => name === wanted) ?? standard
  const [unit, setUnit] = useLocalStorage<UnitChoice>({ key: 'parley.ledger-unit', defaultValue: 'whole' })

  const ledger = useMemo<Ledger>(() => {
    const client = openClient(network)
    const { nativeDecimals: decimals, nativeSymbol: symbol } = client.network
    return {
      network,
      networks,
      client,
      source: network === standard ? 'ledger' : `ledger_${network}`,
      native: { decimals, symbol },
      unit: UNITS.find((choice) => choice === unit) ?? 'whole',
      setUnit,
      href: (path, query = {}) => {
        const all = new URLSearchParams(network === standard ? query : { network, ...query })
        return all.size === 0 ? path : `${path}?${all}`
      },
    }
  }, [network, networks, standard, unit, setUnit])
  return <LedgerContext value={ledger}>{children}</LedgerContext>
}

/** The ledger that the pages show. Throws outside of LedgerProvider. */
export function useLedger(): Ledger {
  const ledger = useContext(LedgerContext)
  if (!ledger) throw new Error('This belongs inside of LedgerProvider.')
  return ledger
}

function openClient(name: string): LedgerClient {
  const network = defineNetwork({ path: `/chainapi/${name}` })
  return createLedgerClient({ network, rpcUrl: '/api' })
}
