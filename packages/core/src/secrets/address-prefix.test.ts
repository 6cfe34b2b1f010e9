import { expect, test } from 'vitest'
import { toAddressPrefix } from './address-prefix.ts'

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:00ab:1::7', '2001:db8:ab::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['2001:db8::', '2001:db8:0::/48'],
  ['not an address', null],
  [null, null],
])('shortens the address %s to the network %s', (address, network) => {
  expect(toAddressPrefix(address)).toBe(network)
})
