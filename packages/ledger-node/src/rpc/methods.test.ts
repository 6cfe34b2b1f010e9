import {
  createLedgerClient,
  encodeAddress,
  isLedgerError,
  LEDGER_METHODS,
  type LedgerMethodName,
  parseJson,
  readValue,
} from '@parley/ledger'
import { describe, expect, test } from 'vitest'
import { createChain, createRpcHandler, currentHeight } from '../index.ts'
import { AFTER_SCRIPT, defaultNetwork, post } from '../testing/default-network.ts'

const chain = defaultNetwork()
const { accounts, consensusValidators } = chain.script
const client = clientAt(AFTER_SCRIPT)
const [active, , , pending, unregistered] = consensusValidators.map(({ nodeID }) => nodeID)
const account = (name: string) => accounts[name] ?? ''
const executed = [...chain.timeline.transactions.values()]
const gold = executed[0]?.outputs[0]?.assetId ?? ''
const unknownId = 'SkB92YpWm4Q2ijQHH34cqbKkCZWszsiQgHVjtNeFF2HdvDQU'

describe('the default network answers', () => {
  test('genesis', async () => {
    expect((await client.genesis()).genesis).toEqual(chain.genesis)
  })

  test('tx: one that succeeded, one that failed and was charged, none', async () => {
    const payment = executed.find(({ actions }) => actions[0]?.type === 'transfer' && !('memo' in actions[0]))
    expect(await client.tx({ txId: payment?.txId ?? '' })).toEqual({
      timestamp: BigInt(payment?.timestampMs ?? 0),
      success: true,
      units: [224n, 7n, 14n, 50n, 26n],
      fee: 32_100n,
    })
    const failed = executed.find(({ success }) => !success)
    expect(await client.tx({ txId: failed?.txId ?? '' })).toMatchObject({ success: false, fee: 32_100n })
    expect(await failure(client.tx({ txId: unknownId }))).toMatchObject({ code: 'not_found' })
  })

  test('tx: none whose block is in the future', async () => {
    const { txId = '', height = 0 } = executed.at(-1) ?? {}
    expect(await failure(clientAt(height - 1).tx({ txId }))).toMatchObject({ code: 'not_found' })
    expect(await clientAt(height).tx({ txId })).toMatchObject({ success: true })
  })

  test('asset: the native one by symbol and zero id, a created one, none', async () => {
    const native = await client.asset({ asset: 'chn' })
    expect(native).toMatchObject({
      symbol: 'CHN',
      decimals: 9,
      metadata: 'chainvm',
      supply: 852_999_990_000_000_000n,
      owner: 'chain1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqecfn22',
    })
    expect(await client.asset({ asset: '11111111111111111111111111111111LpoYY' })).toEqual(native)
    expect(await client.asset({ asset: gold })).toMatchObject({
      symbol: 'GOLD',
      decimals: 2,
      supply: 347_450n,
    })
    expect(await failure(client.asset({ asset: unknownId }))).toMatchObject({ code: 'not_found' })
  })

  test('balance gives the native asset, a created asset, and 0 for an unused address or asset', async () => {
    const held = await client.balance({ address: account('treasury'), asset: 'CHN' })
    expect(held.amount).toBeGreaterThan(2n ** 53n)
    expect(await client.balance({ address: account('judy').toUpperCase(), asset: gold })).toEqual({
      amount: 237_450n,
    })
    const stranger = 'chain1qqsluvwl5922yctzd0u9gpr06gn3k7ldfd4tu3d2tzrhaarljusmj27ukrm'
    expect(await client.balance({ address: stranger, asset: 'CHN' })).toEqual({ amount: 0n })
    expect(await client.balance({ address: account('judy'), asset: unknownId })).toEqual({ amount: 0n })
  })

  test('emissionInfo', async () => {
    const info = await client.emissionInfo()
    expect(info).toMatchObject({
      currentBlockHeight: 86_400n,
      maxSupply: 10n ** 19n,
      totalStaked: 26_120_000n * 10n ** 9n,
      epochTracker: { baseAPR: 0.25, baseValidators: 100n, epochLength: 10n },
    })
    expect(info.rewardsPerEpoch).toBe((info.totalStaked * 25n * 30n) / 3_153_600_000n)
    const next = await clientAt(86_410).emissionInfo()
    const minted = next.totalSupply - info.totalSupply
    expect(minted <= info.rewardsPerEpoch && minted > info.rewardsPerEpoch - 10n).toBe(true)
  })

  test('allValidators: active, pending and unregistered, the inactive ones at zero', async () => {
    const { validators } = await client.allValidators()
    expect(validators.map(({ isActive }) => isActive)).toEqual([true, true, true, false, false])
    expect(validators[0]).toMatchObject({ stakedAmount: 12_000_000n * 10n ** 9n, delegationFeeRate: 0.5 })
    const inactive = validators.filter(({ isActive }) => !isActive)
    for (const { nodeID: _id, publicKey, ...figures } of inactive) {
      expect(Buffer.from(publicKey, 'base64')).toHaveLength(48)
      expect(Object.values(figures)).toEqual([false, 0n, 0n, 0, 0n, 0n])
    }
    const total = validators.reduce((sum, entry) => sum + entry.stakedAmount + entry.delegatedAmount, 0n)
    expect(total).toBe((await client.emissionInfo()).totalStaked)
  })

  test('stakedValidators: those that registered, in the order of their ids', async () => {
    const { validators } = await client.stakedValidators()
    const ids = validators.map(({ nodeID }) => nodeID)
    expect(ids).toEqual([...ids].sort())
    expect(ids).toContain(pending)
    expect(ids).not.toContain(unregistered)
  })

  test('validatorStake: the fee in percent, a stake yet to start, none, and one that was withdrawn', async () => {
    expect(await client.validatorStake({ nodeID: active ?? '' })).toEqual({
      stakeStartBlock: 40n,
      stakeEndBlock: 10_400_000n,
      stakedAmount: 12_000_000n * 10n ** 9n,
      delegationFeeRate: 50,
      rewardAddress: account('validator-1'),
      ownerAddress: account('validator-1'),
    })
    expect(await client.validatorStake({ nodeID: pending ?? '' })).toMatchObject({
      stakeStartBlock: 9_000_000n,
    })
    const none = failure(client.validatorStake({ nodeID: unregistered ?? '' }))
    expect(await none).toMatchObject({ code: 'not_found' })
    const third = consensusValidators[2]?.nodeID ?? ''
    expect(await clientAt(20_699).validatorStake({ nodeID: third })).toMatchObject({ stakeEndBlock: 20_420n })
    expect(await failure(clientAt(20_700).validatorStake({ nodeID: third }))).toMatchObject({
      code: 'not_found',
    })
  })

  test('userStake: within the period of the validator, none', async () => {
    const stake = await client.userStake({ owner: account('heidi'), nodeID: active ?? '' })
    expect(stake).toEqual({
      stakeStartBlock: 1500n,
      stakeEndBlock: 10_400_000n,
      stakedAmount: 125_000n * 10n ** 9n,
      rewardAddress: account('heidi'),
      ownerAddress: account('heidi'),
    })
    const none = failure(client.userStake({ owner: account('erin'), nodeID: active ?? '' }))
    expect(await none).toMatchObject({ code: 'not_found' })
  })
})

describe('invalid arguments', () => {
  test.each([
    ['tx', '{"txId":"nope"}', /unmarshal an argument/],
    ['tx', '{"txId":""}', /unmarshal an argument/],
    ['tx', '{}', /^tx not found$/],
    ['asset', '{"asset":"nope"}', /base58/],
    ['balance', '{}', /bech32/],
    ['balance', '{"address":"chain1qqqq","asset":"CHN"}', /bech32/],
    ['balance', `{"address":"${accounts.alice}","asset":"nope"}`, /base58/],
    ['validatorStake', '{"nodeID":"nope"}', /unmarshal an argument/],
    ['validatorStake', '{}', /^validator stake not found$/],
    ['userStake', `{"owner":"${accounts.alice}","nodeID":"nope"}`, /missing the prefix: NodeID-/],
    ['userStake', `{"owner":"${accounts.alice}","nodeID":"NodeID-x"}`, /base58/],
    ['userStake', '{"owner":"x","nodeID":"NodeID-x"}', /bech32/],
  ])('%s %s', (method, params, message) => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"chainvm.${method}","params":${params}}`
    const { error } = JSON.parse(
      post(
        createRpcHandler(() => chain),
        body,
      ).body,
    )
    expect(error).toMatchObject({ code: -32000, message: expect.stringMatching(message), data: null })
  })

  test('the prefix of another network', () => {
    const address = encodeAddress(new Uint8Array(33), 'gold')
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'chainvm.balance', params: { address } })
    expect(
      JSON.parse(
        post(
          createRpcHandler(() => chain),
          body,
        ).body,
      ).error.message,
    ).toBe('incorrect hrp')
  })
})

test('every result is of the form the method defines, with its fields in the order of the interface', () => {
  const params: Record<LedgerMethodName, object> = {
    genesis: {},
    tx: { txId: executed[0]?.txId },
    asset: { asset: 'CHN' },
    balance: { address: account('alice'), asset: 'CHN' },
    emissionInfo: {},
    allValidators: {},
    stakedValidators: {},
    validatorStake: { nodeID: active },
    userStake: { owner: account('alice'), nodeID: active },
  }
  for (const name of Object.keys(LEDGER_METHODS) as LedgerMethodName[]) {
    const method = LEDGER_METHODS[name]
    const call = { jsonrpc: '2.0', id: 1, method: `chainvm.${method.name}`, params: params[name] }
    const { body } = post(
      createRpcHandler(() => chain),
      JSON.stringify(call),
    )
    const { result } = parseJson(body) as { result: object }
    expect(readValue<unknown>(method.result, result).issues).toBeUndefined()
    expect(Object.keys(result)).toEqual(Object.keys(method.result.fields))
  }
})

test('the height only increases, also when the clock is set back', () => {
  let now = Date.parse(chain.script.genesisTime) + 300_000
  const clocked = createChain({ genesis: chain.genesis, script: chain.script, now: () => now })
  const heights = [0, 2999, 3000, -600_000, 3_000_000].map((change) => {
    now = Date.parse(chain.script.genesisTime) + 300_000 + change
    return currentHeight(clocked)
  })
  expect(heights).toEqual([100, 100, 101, 101, 1100])
  expect(currentHeight(createChain({ ...chain, now: () => 0 }))).toBe(0)
})

function clientAt(height: number) {
  const source = defaultNetwork(height)
  const handle = createRpcHandler(() => source)
  return createLedgerClient({
    transport: async (request) => parseJson(post(handle, JSON.stringify(request)).body),
  })
}

async function failure(call: Promise<unknown>): Promise<unknown> {
  try {
    return { unexpected: await call }
  } catch (error) {
    expect(isLedgerError(error)).toBe(true)
    return error
  }
}
