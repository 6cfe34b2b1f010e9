import { type Address, parseNodeId } from '@parley/ledger'
import { blsAddress } from '../actions/register-validator-stake.ts'
import { accountAddress } from '../encoding/account-address.ts'
import type { ConsensusValidator } from '../script/script.ts'

/** The five validators of the default network. */
export const DEFAULT_VALIDATORS = [
  validator(
    'NodeID-MeH92mLBM3VrrwaPWnci955v2fBGsxY16',
    'hD+CiGO95IBtk5/PgcpuDRnYuKKn3u9h2MKuAet/8d84SH1yrilJqZb/il+T2lkl',
  ),
  validator(
    'NodeID-9TR9dtiWZqWXYC4PfVB9NWXXGKSVJKn2r',
    'sMF7KQjMcHBkakSlZMCOdOIoopa2JDi1IwAytjjn7Of2LsdGv8smhq0BVtk2KWzA',
  ),
  validator(
    'NodeID-91tWZMAohH4uZoh5Ke9RuxDZWfchYuy7L',
    'rXzzWE3tfh48LPCVz1RYBxUduplv2Ql9jmbqkBVukqwot1qqp5FUe5SjdlLETVfF',
  ),
  validator(
    'NodeID-7rNay2Mc4QDyRU7HuS6MvyPTudNw9k32h',
    'ly+7Sj+PKKW49vweLGjOi0hrw/5ycKRdyDI84MLUFgwlh3eKRKDp4ZpZEJiKZno2',
  ),
  validator(
    'NodeID-3SFfCLgLQXXqT3imGG4Kaahs39fQBpJ9W',
    'qEvh0dSNXvcpZJwYmsQs5+/WLaZH57xDmOldsFqJV2dSwNQogvtmh4Kh18PjOiXt',
  ),
] as const

const PEOPLE = [
  'alice',
  'bob',
  'carol',
  'dave',
  'erin',
  'frank',
  'grace',
  'heidi',
  'ivan',
  'judy',
  'kamal',
  'lena',
  'mallory',
  'niaj',
  'olivia',
  'peggy',
  'quentin',
  'rupert',
  'sybil',
  'trent',
  'uma',
  'victor',
  'wendy',
  'yusuf',
] as const
export type Person = (typeof PEOPLE)[number]

/** The account holders of the default network and their addresses. */
export const DEFAULT_PEOPLE: readonly (readonly [Person, Address])[] = PEOPLE.map((name) => [
  name,
  accountAddress(name),
])

/** Owns the whole first allocation, and the assets. */
export const TREASURY = accountAddress('treasury')

/** The name of every address of the default network. */
export const DEFAULT_ACCOUNTS: Readonly<Record<string, Address>> = {
  treasury: TREASURY,
  ...Object.fromEntries(DEFAULT_PEOPLE),
  ...Object.fromEntries(
    DEFAULT_VALIDATORS.map(({ publicKey }, index) => [`validator-${index + 1}`, blsAddress(publicKey)]),
  ),
}

/** The address of an account holder of the default network. */
export function personAddress(name: Person): Address {
  return accountAddress(name)
}

function validator(nodeID: string, publicKey: string): ConsensusValidator {
  return { nodeID: parseNodeId(nodeID), publicKey }
}
