import type { AssetId } from '@parley/ledger'
import { NATIVE_ASSET, TOKEN } from '../rules/constants.ts'
import type { ScriptedTransaction } from '../script/script.ts'
import { DEFAULT_PEOPLE, personAddress, TREASURY } from './default-accounts.ts'

const TRANSFER_COUNT = 400
const LAST_HEIGHT = 86_000
const MEMOS = ['rent', 'lunch', 'invoice 2041', 'thanks', 'tickets', 'coffee', 'refund', undefined, undefined]

/**
 * The payments of the default network in its first three days: payments of the treasury, hundreds of transfers between
 * accounts, and mints, transfers and burns of the two created assets. Two of them fail.
 */
export function defaultTransfers({
  gold,
  points,
}: {
  gold: AssetId
  points: AssetId
}): ScriptedTransaction[] {
  return [
    ...handOut(),
    ...payments(),
    {
      height: 30_000,
      signer: personAddress('mallory'),
      actions: [transfer('trent', NATIVE_ASSET, 900_000_000n * TOKEN)],
    },
    ...goldTrade(gold),
    ...pointsGiven(points),
    {
      height: 45_000,
      signer: personAddress('frank'),
      actions: [{ type: 'burnAsset', asset: NATIVE_ASSET, value: 10n * TOKEN }],
    },
  ]
}

type TransferAction = Extract<ScriptedTransaction['actions'][number], { type: 'transfer' }>

function transfer(person: Parameters<typeof personAddress>[0], asset: string, value: bigint): TransferAction {
  return { type: 'transfer', to: personAddress(person), asset, value }
}

function handOut(): ScriptedTransaction[] {
  return DEFAULT_PEOPLE.map(([, to], index) => ({
    height: 3 + Math.floor(index / 6),
    signer: TREASURY,
    actions: [
      { type: 'transfer', to, asset: NATIVE_ASSET, value: (20_000n + draw(index, 300_000n)) * TOKEN },
    ],
  }))
}

function payments(): ScriptedTransaction[] {
  const count = BigInt(DEFAULT_PEOPLE.length)
  return Array.from({ length: TRANSFER_COUNT }, (_, index): ScriptedTransaction => {
    const from = draw(index * 4 + 1000, count)
    const to = (from + 1n + draw(index * 4 + 1001, count - 1n)) % count
    const memo = MEMOS[Number(draw(index * 4 + 1002, BigInt(MEMOS.length)))]
    const value = TOKEN + draw(index * 4 + 1003, 500n * TOKEN)
    return {
      height: 100 + Math.floor((index * (LAST_HEIGHT - 100)) / TRANSFER_COUNT),
      signer: personAt(from),
      actions: [
        {
          type: 'transfer',
          to: personAt(to),
          asset: NATIVE_ASSET,
          value,
          ...(memo !== undefined && { memo }),
        },
      ],
    }
  })
}

function goldTrade(gold: AssetId): ScriptedTransaction[] {
  return [
    {
      height: 600,
      signer: TREASURY,
      actions: [
        { type: 'mintAsset', to: personAddress('judy'), asset: gold, value: 250_000n },
        { type: 'mintAsset', to: personAddress('kamal'), asset: gold, value: 100_000n },
      ],
    },
    { height: 9000, signer: personAddress('judy'), actions: [transfer('lena', gold, 12_550n)] },
    { height: 26_000, signer: personAddress('kamal'), actions: [transfer('niaj', gold, 40_000n)] },
    {
      height: 46_000,
      signer: personAddress('mallory'),
      actions: [{ type: 'mintAsset', to: personAddress('mallory'), asset: gold, value: 1_000_000n }],
    },
    {
      height: 52_000,
      signer: personAddress('lena'),
      actions: [{ type: 'burnAsset', asset: gold, value: 2550n }],
    },
  ]
}

function pointsGiven(points: AssetId): ScriptedTransaction[] {
  return DEFAULT_PEOPLE.slice(0, 12).map(([, to], index) => ({
    height: 10_000 + index * 500,
    signer: TREASURY,
    actions: [{ type: 'mintAsset', to, asset: points, value: 10n + draw(index + 500, 90n) }],
  }))
}

function personAt(index: bigint) {
  return DEFAULT_PEOPLE[Number(index)]?.[1] ?? TREASURY
}

/** A deterministic pseudo-random number below `limit`, from a seed. */
function draw(seed: number, limit: bigint): bigint {
  let state = BigInt(seed) * 0x9e3779b97f4a7c15n + 0x632be59bd9b4e019n
  for (const [shift, factor] of MIXING) {
    state = BigInt.asUintN(64, (state ^ (BigInt.asUintN(64, state) >> shift)) * factor)
  }
  return (state >> 8n) % limit
}

const MIXING = [
  [30n, 0xbf58476d1ce4e5b9n],
  [27n, 0x94d049bb133111ebn],
] as const
