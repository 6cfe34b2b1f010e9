import { CHAIN_NETWORK, encodeAddress, encodeId, encodeNodeId } from '@parley/ledger'
import { expect, test } from 'vitest'
import { findRecord } from './find-record.ts'

const find = (text: string) => findRecord(text, CHAIN_NETWORK)

test('an address, a node, a transaction, an asset and a height are recognised by their form', () => {
  const address = encodeAddress(new Uint8Array(33).fill(1), CHAIN_NETWORK.addressPrefix)
  expect(find(` ${address} `)).toEqual({ path: '/ledger/look-up', query: { address } })
  const node = encodeNodeId(new Uint8Array(20).fill(1))
  expect(find(node)).toEqual({ path: `/ledger/validators/${node}` })
  const tx = encodeId(new Uint8Array(32).fill(1))
  expect(find(tx)).toEqual({ path: '/ledger/look-up', query: { tx } })
  expect(find('CHN')).toEqual({ path: '/ledger/look-up', query: { asset: 'CHN' } })
  expect(find('86,425')).toEqual({ path: '/ledger/look-up', query: { height: '86425' } })
})

test('a text that is nothing of the ledger finds no page', () => {
  for (const text of ['', 'hello', '-5', 'NodeID-nonsense', '0x1234']) expect(find(text)).toBeNull()
})
