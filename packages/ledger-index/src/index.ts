export { type Follower, type FollowOptions, followLedger, type LedgerOrigin } from './follow-ledger.ts'
export { type LookUp, noteLookUp } from './node/note-look-up.ts'
