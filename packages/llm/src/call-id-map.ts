import type { ModelMessage } from '@parley/agent'
import { readEcho } from './echo.ts'
import type { ModelEndpoint } from './resolve-endpoint.ts'
import { toVendorId } from './tool-call-id.ts'
import { readArray, readString } from './wire.ts'

/**
 * Returns a function that maps each tool call id to the vendor's id. Vendors whose replies are sent back
 * unchanged created their own ids; the echo lists them in the order of the calls. Other vendors accept
 * Parley's ids.
 */
export function mapCallIds(
  messages: readonly ModelMessage[],
  endpoint: ModelEndpoint,
): (callId: string) => string {
  const ids = new Map<string, string>()
  for (const message of messages) {
    if (message.role !== 'assistant') continue
    const vendorIds = readArray(readEcho(message.echo, endpoint)?.callIds)
    message.toolCalls?.forEach((call, index) => {
      const vendorId = readString(vendorIds[index])
      if (vendorId !== '') ids.set(call.id, vendorId)
    })
  }
  return (callId) => ids.get(callId) ?? toVendorId(callId)
}
