import type { SchemaNode } from './json-schema.ts'

const object = { type: 'object', additionalProperties: true }

const id: SchemaNode = {
  name: 'response_id',
  in: 'path',
  required: true,
  description: 'The id of a response: `resp_` and the id of its run.',
  schema: { type: 'string', maxLength: 100 },
}

const query = (name: string, schema: SchemaNode, description: string): SchemaNode => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
})

/** What `describeDoors` adds to each operation of OpenAI's clients. */
type Describe = (
  operationId: string,
  summary: string,
  parts: { readonly scope: 'complete' | 'readResponse' | 'deleteResponse' } & SchemaNode,
) => SchemaNode

/** The paths of the responses of OpenAI's clients. */
export function describeResponses(describe: Describe): Record<string, SchemaNode> {
  return {
    '/v1/responses': {
      post: describe('openai.createResponse', 'Answer as a response of OpenAI clients', {
        scope: 'complete',
        description:
          'A stored response, the default, is a turn of an agent in a session: `previous_response_id` continues its conversation, in a branch where that has gone on since, and `input` is one new message. With `store: false` nothing is kept, `input` may be a whole conversation, and the model may also be a configuration. `background: true` replies at once with the status `in_progress`, or with the events where `stream` is set. `instructions` are for this answer alone. Parameters that would change the answer and that the service does not apply are refused.',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { ...object, properties: BODY, required: ['model', 'input'] },
              example: { model: 'llm:1', input: 'Hello', store: false },
            },
          },
        },
      }),
    },
    '/v1/responses/{response_id}': {
      get: describe('openai.getResponse', 'Get a stored response', {
        scope: 'readResponse',
        description:
          'With `stream=true` its events, also while it is made: all, or those behind the sequence number `starting_after`. The number of a delta counts its characters.',
        parameters: [
          id,
          query('stream', { type: 'boolean' }, 'Whether the events are sent.'),
          query('starting_after', { type: 'integer', minimum: 0 }, 'The last sequence number that was seen.'),
        ],
      }),
      delete: describe('openai.deleteResponse', 'Delete a stored response with its conversation', {
        scope: 'deleteResponse',
        description: '409 for one of several responses of a conversation: delete its session instead.',
        parameters: [id],
      }),
    },
    '/v1/responses/{response_id}/input_items': {
      get: describe('openai.listInputItems', 'List the input of a stored response', {
        scope: 'readResponse',
        description: 'The one message of its turn. Earlier turns are the input of the responses before it.',
        parameters: [
          id,
          query('after', { type: 'string', maxLength: 100 }, 'The item behind which the list begins.'),
          query('limit', { type: 'integer', minimum: 1, maximum: 100 }, 'Items at most.'),
          query('order', { type: 'string', enum: ['asc', 'desc'] }, 'The order of the items.'),
        ],
      }),
    },
    '/v1/responses/{response_id}/cancel': {
      post: describe('openai.cancelResponse', 'Cancel a response in the background', {
        scope: 'complete',
        parameters: [id],
      }),
    },
  }
}

const BODY: SchemaNode = {
  model: {
    type: 'string',
    description: 'The id of an agent, or `llm:` and the id of a configuration.',
  },
  input: {
    anyOf: [{ type: 'string' }, { type: 'array', items: object, minItems: 1 }],
    description: 'The question, or messages of which the last is of the role user.',
  },
  instructions: { type: 'string', description: 'Instructions for this answer.' },
  previous_response_id: { type: 'string', description: 'The response that this one follows.' },
  store: { type: 'boolean', description: 'Whether the turn is kept; true by default.' },
  background: { type: 'boolean', description: 'Whether the reply comes before the answer.' },
  stream: { type: 'boolean', description: 'Whether the answer comes as server-sent events.' },
  temperature: { type: 'number', minimum: 0, maximum: 2, description: 'As the vendor defines it.' },
  top_p: { type: 'number', minimum: 0, maximum: 1, description: 'As the vendor defines it.' },
  metadata: {
    type: 'object',
    additionalProperties: { type: 'string', maxLength: 512 },
    maxProperties: 16,
    description: 'Labels that are kept with the response and returned with it.',
  },
  max_output_tokens: { type: 'integer', minimum: 1, description: 'Tokens of the answer at most.' },
}
