import {
  type Database,
  type DeliveryStatus,
  listDeliveries as findDeliveries,
  type ListedDelivery,
  type OwnerId,
} from '@parley/db'
import { type Page, type PageRequest, readPage } from '../page/read-page.ts'
import { getWebhook } from './get-webhook.ts'

type Deps = { readonly db: Database }

type Wanted = PageRequest & { readonly webhookId: string; readonly status?: DeliveryStatus }

const POSITION = /^\d{1,18}$/

/**
 * Returns a page of the deliveries of a webhook, newest first. Throws `not_found` for a missing webhook and for another
 * user's, `invalid_request` for a text that is no cursor of this list.
 */
export async function listDeliveries(
  deps: Deps,
  owner: OwnerId,
  { limit, cursor, ...filter }: Wanted,
): Promise<Page<ListedDelivery>> {
  await getWebhook(deps, owner, filter.webhookId)
  return await readPage({
    list: { name: 'webhook.listDeliveries', owner, filter },
    request: { limit, ...(cursor !== undefined && { cursor }) },
    forms: [POSITION],
    placeOf: ({ position }) => [String(position)],
    read: (most, behind) =>
      findDeliveries(deps.db, owner, {
        ...filter,
        limit: most,
        ...(behind && { before: BigInt(behind[0]) }),
      }),
  })
}
