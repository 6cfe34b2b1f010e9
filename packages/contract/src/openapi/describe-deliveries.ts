import { WebhookPayload } from '../webhook-payload.ts'
import { type Components, type SchemaNode, toSchema } from './json-schema.ts'

const HEADERS = {
  'webhook-id': 'The id of the delivery, the same in every attempt.',
  'webhook-timestamp': 'The time of the attempt, in seconds since 1970.',
  'webhook-signature': 'One signature for each valid secret, `v1,` and base64, separated by spaces.',
}

/** The requests that the service sends to webhooks (OpenAPI 3.1, "webhooks"). */
export function describeDeliveries(components: Components): SchemaNode {
  const parameters = Object.entries(HEADERS).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  }))
  return {
    delivery: {
      post: {
        operationId: 'webhook.receive',
        tags: ['webhook'],
        summary: 'Receive a signed event',
        parameters,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: toSchema(WebhookPayload, components) } },
        },
        responses: { '2XX': { description: 'The delivery was received. Every other status is a failure.' } },
      },
    },
  }
}
