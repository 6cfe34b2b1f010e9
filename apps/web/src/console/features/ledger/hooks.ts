'use client'

import { parseNodeId } from '@parley/ledger'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useTRPCClient } from '#web/console/trpc/client.ts'
import { useLedger } from './ledger-provider.tsx'
import { readStakeVersion, stakeHistorySql } from './stake-history.ts'
import { joinValidators } from './validators.ts'

/** Approximate block time of the network. */
const BLOCK_MS = 3000
/** A stake rarely changes. */
const HISTORY_MS = 30_000

/** Height, supply, stake and emission, read again with every block. */
export function useEmission() {
  const { client } = useLedger()
  return useReading(['emission'], ({ signal }) => client.emissionInfo({ signal }), { isLive: true })
}

/** All validators, read again with every block. */
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

/** The registered stake of a validator. */
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

/** The stake of a validator over time, newest first, from the network's data source. */
export function useStakeHistory(nodeID: string) {
  const trpc = useTRPCClient()
  const { network, source, native } = useLedger()
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

/** The rows of a statement over the network's data source. */
export function useLedgerRows(sql: string) {
  const trpc = useTRPCClient()
  return useQuery({
    queryKey: ['ledger', 'rows', sql],
    queryFn: ({ signal }) => trpc.dataSource.query.mutate({ sql }, { signal }),
    retry: false,
  })
}

/** The delegation of an address to a validator; null disables the query. */
export function useDelegation(nodeID: string, owner: string | null) {
  const { client } = useLedger()
  return useReading(
    ['user-stake', nodeID, owner],
    ({ signal }) => client.userStake({ owner: owner ?? '', nodeID }, { signal }),
    { isEnabled: owner !== null },
  )
}

/** The outcome of a transaction; null disables the query. */
export function useTransaction(txId: string | null) {
  const { client } = useLedger()
  return useReading(['tx', txId], ({ signal }) => client.tx({ txId: txId ?? '' }, { signal }), {
    isEnabled: txId !== null,
  })
}

/** An asset by id or symbol, read again with every block; null disables the query. */
export function useAsset(asset: string | null) {
  const { client } = useLedger()
  return useReading(['asset', asset], ({ signal }) => client.asset({ asset: asset ?? '' }, { signal }), {
    isEnabled: asset !== null,
    isLive: true,
  })
}

/** The balance of an address, read again with every block; null disables the query. */
export function useBalance(address: string | null, asset: string) {
  const { client } = useLedger()
  return useReading(
    ['balance', address, asset],
    ({ signal }) => client.balance({ address: address ?? '', asset }, { signal }),
    { isEnabled: address !== null, isLive: true },
  )
}

/** The parameters that the network was started with. */
export function useGenesis() {
  const { client } = useLedger()
  return useReading(['genesis'], async ({ signal }) => (await client.genesis({ signal })).genesis, {})
}

type Reading = { readonly isEnabled?: boolean; readonly isLive?: boolean }

/**
 * A query of the shown network. Live queries pause while the page is hidden; the ledger client does the
 * retries.
 */
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
