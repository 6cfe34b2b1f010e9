import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  encodeAddress,
  encodeNodeId,
  Flag,
  integer,
  LEDGER_METHODS,
  type LedgerMethodName,
  literal,
  object,
  parseJson,
  placeOf,
  Real,
  readValue,
  type Schema,
  stringifyJson,
  Text,
  Uint8,
  Uint64,
  Units,
  ValidatorEntry,
} from '../index.ts'

const uint64 = fc.bigInt(0n, 2n ** 64n - 1n)
const int64 = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n)
const uint8 = fc.integer({ min: 0, max: 255 })
const units = fc.tuple(uint64, uint64, uint64, uint64, uint64)
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const address = bytes(33).map((some) => encodeAddress(some, 'chain'))
const nodeID = bytes(20).map(encodeNodeId)
const rate = fc.double({ min: 0, max: 1, noNaN: true }).map((some) => some + 0)
const stake = {
  stakeStartBlock: uint64,
  stakeEndBlock: uint64,
  stakedAmount: uint64,
  rewardAddress: address,
  ownerAddress: address,
}
const validators = fc.record({
  validators: fc.array(
    fc.record({
      isActive: fc.boolean(),
      nodeID,
      publicKey: fc.base64String(),
      stakedAmount: uint64,
      accumulatedStakedReward: uint64,
      delegationFeeRate: rate,
      delegatedAmount: uint64,
      accumulatedDelegatedReward: uint64,
    }),
    { maxLength: 4 },
  ),
})

/** Valid results of each method, as the client returns them. */
const RESULTS: { readonly [Name in LedgerMethodName]: fc.Arbitrary<object> } = {
  genesis: fc.record({
    genesis: fc.record({
      stateBranchFactor: fc.constantFrom(2, 4, 16, 256),
      ...{ minBlockGap: int64, minEmptyBlockGap: int64, validityWindow: int64 },
      ...{ minUnitPrice: units, unitPriceChangeDenominator: units },
      ...{ windowTargetUnits: units, maxBlockUnits: units },
      ...{ maxActionsPerTx: uint8, maxOutputsPerAction: uint8, baseUnits: uint64 },
      ...{ storageKeyReadUnits: uint64, storageValueReadUnits: uint64 },
      ...{ storageKeyAllocateUnits: uint64, storageValueAllocateUnits: uint64 },
      ...{ storageKeyWriteUnits: uint64, storageValueWriteUnits: uint64 },
      customAllocation: fc.array(fc.record({ address, balance: uint64 }), { maxLength: 3 }),
      emissionBalancer: fc.record({ maxSupply: uint64, emissionAddress: address }),
    }),
  }),
  tx: fc.record({ timestamp: int64, success: fc.boolean(), units, fee: uint64 }),
  asset: fc.record({
    ...{ symbol: fc.string(), decimals: uint8, metadata: fc.string({ unit: 'binary' }) },
    ...{ supply: uint64, owner: address },
  }),
  balance: fc.record({ amount: uint64 }),
  emissionInfo: fc.record({
    ...{ currentBlockHeight: uint64, totalSupply: uint64, maxSupply: uint64 },
    ...{ totalStaked: uint64, rewardsPerEpoch: uint64 },
    emissionAccount: fc.record({ address, accumulatedReward: uint64 }),
    epochTracker: fc.record({ baseAPR: rate, baseValidators: uint64, epochLength: uint64 }),
  }),
  allValidators: validators,
  stakedValidators: validators,
  validatorStake: fc.record({ ...stake, delegationFeeRate: fc.integer({ min: 0, max: 100 }) }),
  userStake: fc.record(stake),
}

const HOSTILE = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, Number.NaN, Number.POSITIVE_INFINITY, -1n, 2n ** 64n, -0.5),
  fc.constantFrom<unknown>('x'.repeat(100_000), 10n ** 5000n, [], [[]], {}, 2 ** 53, Symbol('x'), () => 1),
  fc.constantFrom<unknown>(JSON.parse('{"__proto__":{"amount":1}}'), Object.create({ amount: 1n })),
  fc.anything(),
)

const METHODS = Object.values(LEDGER_METHODS).map(({ name, result }) => ({
  name,
  schema: result as Schema<unknown>,
}))

describe.each(METHODS)('the result of $name', ({ name, schema }) => {
  test('is the same after it was written and read', () => {
    fc.assert(
      fc.property(RESULTS[name], (result) => {
        expect(readValue(schema, parseJson(stringifyJson(result)))).toEqual({ value: result })
      }),
    )
  })

  test('with a hostile value at any place is refused by name, or read like a valid one', () => {
    fc.assert(
      fc.property(RESULTS[name], fc.nat(), HOSTILE, (result, pick, hostile) => {
        const places = placesIn(result)
        const place = places[pick % places.length] ?? []
        const reading = readValue(schema, replaced(result, place, hostile))
        if (!reading.issues) return
        const [{ path, message }] = reading.issues
        // The issue names the place, or a place within a replaced object or list.
        expect(path.slice(0, place.length)).toEqual(place.slice(0, path.length))
        expect(message).toMatch(/^(must be |is missing; it must be |".*" is not )/s)
        expect(message.length).toBeLessThan(400)
      }),
      { numRuns: 300 },
    )
  })

  test.each(['x', 5n, null, [], undefined])('is not %s', (value) => {
    expect(readValue(schema, value).issues).toBeDefined()
  })
})

describe('an issue says where and why', () => {
  test.each<[Schema<unknown>, unknown, string]>([
    [Uint64, undefined, 'it is missing; it must be an integer from 0 to 18446744073709551615'],
    [Uint64, -1n, 'it must be an integer from 0 to 18446744073709551615, not -1'],
    [Uint64, 2n ** 64n, 'it must be an integer from 0 to 18446744073709551615, not 18446744073709551616'],
    [Uint64, Number.NaN, 'it must be an integer from 0 to 18446744073709551615, not NaN'],
    [Uint64, 2 ** 53, 'it must be an integer from 0 to 18446744073709551615, not 9007199254740992'],
    [Uint64, '5', 'it must be an integer from 0 to 18446744073709551615, not "5"'],
    [Uint8, 256, 'it must be an integer from 0 to 255, not 256'],
    [integer(1n, 3n), true, 'it must be an integer from 1 to 3, not true'],
    [Units, [1n, 2n, 3n], 'it must be a list of 5 integers, not a list of 3'],
    [Units, [1n, 2n, 3n, 4n, {}], 'it[4] must be an integer from 0 to 18446744073709551615, not an object'],
    [Real, Number.POSITIVE_INFINITY, 'it must be a number, not Infinity'],
    [Flag, 'yes', 'it must be true or false, not "yes"'],
    [Text, null, 'it must be a text, not null'],
    [literal('2.0'), '1.0', 'it must be "2.0", not "1.0"'],
    [object({ 'a b': Text }), { 'a b': 1 }, 'it["a b"] must be a text, not 1'],
    [object({}), [], 'it must be an object, not a list of 0'],
    [object({ a: object({ b: Flag }) }), { a: {} }, 'it.a.b is missing; it must be true or false'],
    [object({ amount: Uint64 }), Object.create({ amount: 1n }), 'it.amount is missing'],
    [object({ toString: Text }), {}, 'it.toString is missing'],
  ])('%#', (schema, value, sentence) => {
    const { issues } = readValue(schema, value)
    if (issues === undefined) throw new Error('it was read')
    expect(`${placeOf('it', issues[0])} ${issues[0].message}`).toContain(sentence)
  })

  test('fields that the schema does not name are dropped, also a prototype', () => {
    const value = JSON.parse('{"amount":1,"__proto__":{"isAdmin":true},"more":1}')
    const { value: read } = readValue(LEDGER_METHODS.balance.result, value) as { value: object }
    expect(Reflect.ownKeys(read)).toEqual(['amount'])
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
  })

  test('follows Standard Schema', () => {
    const { version, validate } = ValidatorEntry['~standard']
    expect(version).toBe(1)
    expect(validate({ isActive: 1 })).toEqual({
      issues: [{ path: ['isActive'], message: 'must be true or false, not 1' }],
    })
  })
})

/** Every place in a value, including the root. */
function placesIn(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  const of = (key: string | number) => placesIn(Reflect.get(value, key)).map((place) => [key, ...place])
  return [[], ...keys.flatMap(of)]
}

/** The value with another value at a place. */
function replaced(value: unknown, place: (string | number)[], other: unknown): unknown {
  const [key, ...rest] = place
  if (key === undefined) return other
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  Reflect.set(copy, key, replaced(Reflect.get(copy, key), rest, other))
  return copy
}
