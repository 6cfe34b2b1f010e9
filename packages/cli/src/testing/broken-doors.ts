import { type BrokenServer, onHeader, onPath } from './faults.ts'

const SPEC = 'agent-service.md#'

/** Servers that break rules about limits and about the doors of OpenAI's clients. */
export const BROKEN_DOORS: readonly BrokenServer[] = [
  ['hides what is left of limits', `${SPEC}addition-rate-limits`, onHeader('ratelimit')],
  ['hides the policy of limits', `${SPEC}addition-rate-limits`, onHeader('ratelimit-policy')],
  [
    'writes limits in the form of an older draft',
    `${SPEC}addition-rate-limits`,
    onHeader('ratelimit', 'limit=10, remaining=9, reset=1'),
  ],
  [
    'has more left than a limit allows',
    `${SPEC}addition-rate-limits`,
    onHeader('ratelimit', '"answers-at-once";r=1000000'),
  ],
  [
    'lists no agents as models',
    `${SPEC}addition-openai`,
    onPath(/\/v1\/models$/, (body) => {
      body.data = []
    }),
  ],
  [
    'completes a chat without a choice',
    `${SPEC}addition-openai`,
    onPath(/\/v1\/chat\/completions/, (body) => {
      body.choices = []
    }),
  ],
  [
    'returns its own envelope to OpenAI clients',
    `${SPEC}addition-openai`,
    {
      reply: (reply, { path }) => {
        if (path.includes('/v1/') && reply.status === 404) reply.text = '{"status":"error","message":"No."}'
      },
    },
  ],
  [
    'names responses in another way',
    `${SPEC}addition-openai-responses`,
    onPath(/\/v1\/responses$/, (body) => {
      body.id = 'r1'
    }),
  ],
  [
    'retrieves a response without its output',
    `${SPEC}addition-openai-responses`,
    onPath(/\/v1\/responses\/[^/]+$/, (body) => {
      body.output = []
    }),
  ],
  [
    'forgets which response was continued',
    `${SPEC}addition-openai-responses`,
    onPath(/\/v1\/responses$/, (body) => {
      body.previous_response_id = null
    }),
  ],
  [
    'keeps responses that are not to be stored',
    `${SPEC}addition-openai-responses`,
    {
      reply: (reply, { path, method }) => {
        if (method === 'GET' && /\/v1\/responses\//.test(path) && reply.status === 404) reply.status = 200
      },
    },
  ],
]
