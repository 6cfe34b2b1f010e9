import type { CheckWebhookUrl } from '@parley/core'
import { AppError, isAppError } from '@parley/errors'
import type { Egress } from '@parley/net'

/** Refuses an address that no delivery could reach, by the rules that a delivery is sent under. */
export function createCheckWebhookUrl(egress: Egress): CheckWebhookUrl {
  const { check } = egress.for('webhook')
  return function checkWebhookUrl(url) {
    try {
      check(url)
    } catch (error) {
      if (!isAppError(error)) throw error
      throw new AppError('invalid_request', `url: ${error.message}`, { cause: error })
    }
  }
}
