export { type Follower, type FollowOptions, followLedger, type LedgerOrigin } from './follow-ledger.ts'
export { type LookUp, noteLookUp } from './node/note-look-up.ts'
export {
  describeLedger,
  type LedgerAtBlock,
  type LedgerCatalog,
  readLedgerTables,
} from './source/ledger-source.ts'
export { openLedgerTables } from './source/open-ledger-tables.ts'
