'use client'

import { parseNodeId } from '@parley/ledger'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useTRPCClient } from '#web/trpc/client.ts'
import { useLedger } from './components/ledger-provider.tsx'
import { readStakeVersion, stakeHistorySql } from './stake-history.ts'
import { joinValidators } from './validators.ts'

/** The network makes a block about this often. */
const BLOCK_MS = 3000
/** A stake changes seldom. */
const HISTORY_MS = 30_000

/** Height, supply, stake and emission, again with every block. */
export function useEmission() {
  const { client } = useLedger()
  return useReading(['emission'], ({ signal }) => client.emissionInfo({ signal }), { isLive: true })
}

/** Everybody who validates, again with every block. */
export function useValidators() {
  const { client } = useLedger()
  return useReading(
    ['validators'],
    async ({ signal }) => {
      const [all, staked] = await Promise.all([
        client.allValidators({ signal }),
        client.stakedValidators({ signal }),
      ])
      return joinValidators(all.validators, staked.validators)
    },
    { isLive: true },
  )
}

/** What a validator registered. */
export function useValidatorStake(nodeID: string) {
  const { client } = useLedger()
  return useReading(
    ['validator-stake', nodeID],
    ({ signal }) => client.validatorStake({ nodeID }, { signal }),
    {
      isLive: true,
    },
  )
}

/** How the stake of a validator changed, newest first, from the source that everybody has of the network. */
export function useStakeHistory(nodeID: string) {
  const trpc = useTRPCClient()
  const { network, networks, native } = useLedger()
  const source = network === networks[0] ? 'ledger' : `ledger_${network}`
  return useQuery({
    queryKey: ['ledger', network, 'stake-history', nodeID],
    queryFn: async ({ signal }) => {
      const sql = stakeHistorySql(source, parseNodeId(nodeID))
      const { rows } = await trpc.dataSource.query.mutate({ sql }, { signal })
      return rows.map((row) => readStakeVersion(row, native))
    },
    refetchInterval: HISTORY_MS,
    refetchIntervalInBackground: false,
    retry: false,
  })
}

/** What an address delegated to a validator; null asks nothing. */
export function useDelegation(nodeID: string, owner: string | null) {
  const { client } = useLedger()
  return useReading(
    ['user-stake', nodeID, owner],
    ({ signal }) => client.userStake({ owner: owner ?? '', nodeID }, { signal }),
    { isEnabled: owner !== null },
  )
}

/** What became of a transaction; null asks nothing. */
export function useTransaction(txId: string | null) {
  const { client } = useLedger()
  return useReading(['tx', txId], ({ signal }) => client.tx({ txId: txId ?? '' }, { signal }), {
    isEnabled: txId !== null,
  })
}

/** An asset by id or symbol, again with every block; null asks nothing. */
export function useAsset(asset: string | null) {
  const { client } = useLedger()
  return useReading(['asset', asset], ({ signal }) => client.asset({ asset: asset ?? '' }, { signal }), {
    isEnabled: asset !== null,
    isLive: true,
  })
}

/** What an address holds, again with every block; null asks nothing. */
export function useBalance(address: string | null, asset: string) {
  const { client } = useLedger()
  return useReading(
    ['balance', address, asset],
    ({ signal }) => client.balance({ address: address ?? '', asset }, { signal }),
    { isEnabled: address !== null, isLive: true },
  )
}

/** What the network was started with. */
export function useGenesis() {
  const { client } = useLedger()
  return useReading(['genesis'], async ({ signal }) => (await client.genesis({ signal })).genesis, {})
}

type Reading = { readonly isEnabled?: boolean; readonly isLive?: boolean }

/** A query of the shown network. Live ones rest while the page is hidden; the client itself repeats what may help. */
function useReading<Result>(
  key: readonly unknown[],
  queryFn: Exclude<UseQueryOptions<Result>['queryFn'], undefined>,
  { isEnabled = true, isLive = false }: Reading,
) {
  const { network } = useLedger()
  return useQuery<Result>({
    queryKey: ['ledger', network, ...key],
    queryFn,
    enabled: isEnabled,
    retry: false,
    ...(isLive && { refetchInterval: BLOCK_MS, refetchIntervalInBackground: false }),
  })
}
