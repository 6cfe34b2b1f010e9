import { bech32 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import {
  decodeAddress,
  decodeNodeId,
  defineNetwork,
  encodeAddress,
  encodeId,
  encodeNodeId,
  isLedgerError,
  parseAddress,
  parseAsset,
  parseAssetId,
  parseNodeId,
  parseTxId,
} from './index.ts'

const counted = (count: number) => Uint8Array.from({ length: count }, (_, index) => index + 1)
const code = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    return isLedgerError(error) ? error.code : error
  }
  return 'nothing was thrown'
}

describe('ids', () => {
  test('zero bytes', () => {
    expect(encodeId(new Uint8Array(32))).toBe('11111111111111111111111111111111LpoYY')
    expect(encodeNodeId(new Uint8Array(20))).toBe('NodeID-111111111111111111116DBWJs')
  })

  test('counted bytes', () => {
    expect(encodeId(counted(32))).toBe('SkB92YpWm4Q2ijQHH34cqbKkCZWszsiQgHVjtNeFF2HdvDQU')
    expect(encodeNodeId(counted(20))).toBe('NodeID-6L5yRNPTuciSgXGHqYwn9N6NeoKMvqvy')
    expect(decodeNodeId('NodeID-6L5yRNPTuciSgXGHqYwn9N6NeoKMvqvy')).toEqual(counted(20))
  })

  test('ids are the text they were parsed from', () => {
    const id = 'SkB92YpWm4Q2ijQHH34cqbKkCZWszsiQgHVjtNeFF2HdvDQU'
    expect(parseTxId(id)).toBe(id)
    expect(parseAssetId(id)).toBe(id)
  })

  test('a mistyped character is found at every position', () => {
    const id = 'NodeID-6L5yRNPTuciSgXGHqYwn9N6NeoKMvqvy'
    for (let index = 'NodeID-'.length; index < id.length; index++) {
      const typo = id.slice(0, index) + (id[index] === 'Z' ? 'Y' : 'Z') + id.slice(index + 1)
      expect(code(() => parseNodeId(typo))).toBe('invalid_argument')
    }
  })

  test.each([
    '',
    'NodeID-',
    'abc',
    '0OIl',
    'SkB92YpWm4Q2ijQHH34cqbKkCZWszsiQgHVjtNeFF2HdvDQ',
    'x'.repeat(1e6),
  ])('refuses %.60s', (text) => {
    expect(code(() => parseTxId(text))).toBe('invalid_argument')
    expect(code(() => parseNodeId(text))).toBe('invalid_argument')
  })

  test('a node id is not a transaction id, and a transaction id is not a node id', () => {
    expect(code(() => parseTxId('6L5yRNPTuciSgXGHqYwn9N6NeoKMvqvy'))).toBe('invalid_argument')
    expect(code(() => parseNodeId(`NodeID-${encodeId(counted(32))}`))).toBe('invalid_argument')
  })
})

describe('addresses', () => {
  const zero = 'chain1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqecfn22'
  const ed25519 = 'chain1qqsluvwl5922yctzd0u9gpr06gn3k7ldfd4tu3d2tzrhaarljusmj27ukrm'
  const bls = 'chain1qf7v73u2gvvrwu5demp5v8602wu8f8xufcp5jmw2a4zem65zhqhts66e5t9'

  test('the zero address', () => {
    expect(encodeAddress(new Uint8Array(33), 'chain')).toBe(zero)
  })

  test.each([
    ['ed25519', 0, ed25519],
    ['bls', 2, bls],
  ])('an address of type %s round-trips', (_name, type, text) => {
    const { prefix, bytes } = decodeAddress(text)
    expect(prefix).toBe('chain')
    expect(bytes[0]).toBe(type)
    expect(encodeAddress(bytes, prefix)).toBe(text)
  })

  test('an address in upper case is the same address, and an address in mixed case is refused', () => {
    expect(parseAddress(zero.toUpperCase())).toBe(zero)
    expect(code(() => parseAddress(zero.replace('q', 'Q')))).toBe('invalid_argument')
  })

  test('the spare bit is ignored', () => {
    const { prefix, words } = bech32.decode(ed25519 as `chain1${string}`)
    const odd = bech32.encode(prefix, [...words.slice(0, -1), (words.at(-1) ?? 0) + 1])
    expect(odd).not.toBe(ed25519)
    expect(parseAddress(odd)).toBe(ed25519)
  })

  test('a mistyped character is found at every position', () => {
    for (let index = 'chain1'.length; index < bls.length; index++) {
      const typo = bls.slice(0, index) + (bls[index] === 'z' ? 'y' : 'z') + bls.slice(index + 1)
      expect(code(() => parseAddress(typo))).toBe('invalid_argument')
    }
  })

  test('the prefix of another network is refused, and the error names it', () => {
    expect(() => parseAddress(zero, 'other')).toThrow('addresses of this network start with other1')
  })

  test.each([32, 34])('%i bytes do not make an address', (length) => {
    expect(code(() => encodeAddress(new Uint8Array(length), 'chain'))).toBe('invalid_argument')
  })
})

describe('assets and networks', () => {
  const network = defineNetwork({ nativeSymbol: 'GLD', addressPrefix: 'gold' })

  test('the native symbol is valid in any letter case', () => {
    expect(parseAsset('gld', network)).toBe('GLD')
    expect(code(() => parseAsset('CHN', network))).toBe('invalid_argument')
    expect(parseAsset(encodeId(counted(32)), network)).toBe(encodeId(counted(32)))
  })

  test.each([
    ['path', { path: 'chainapi' }],
    ['methodPrefix', { methodPrefix: 'chainvm' }],
    ['addressPrefix', { addressPrefix: 'Chain' }],
    ['addressPrefix', { addressPrefix: 'a'.repeat(31) }],
    ['nativeSymbol', { nativeSymbol: ' ' }],
    ['nativeDecimals', { nativeDecimals: 1.5 }],
  ])('a wrong %s is named', (name, names) => {
    expect(() => defineNetwork(names)).toThrow(name)
  })
})
