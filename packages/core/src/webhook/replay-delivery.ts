import { type Database, replayDelivery as markPending, type OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'

type Deps = { readonly db: Database }

/**
 * Makes a delivery due at once, before later ones and under its id. Throws `not_found` for a missing one and for another
 * user's, `conflict` while the webhook is disabled.
 */
export async function replayDelivery(
  deps: Deps,
  owner: OwnerId,
  delivery: { readonly webhookId: string; readonly deliveryId: string },
): Promise<void> {
  const result = await markPending(deps.db, owner, delivery)
  if (result === 'missing') throw new AppError('not_found', 'There is no delivery with this id.')
  if (result === 'disabled')
    throw new AppError('conflict', 'This webhook is disabled. Enable it, then send the delivery again.')
}
