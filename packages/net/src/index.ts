export { parseAllowList } from './allow-list.ts'
export { createEgress, type Egress, type EgressClient } from './create-egress.ts'
export type { EgressReply } from './exchange.ts'
