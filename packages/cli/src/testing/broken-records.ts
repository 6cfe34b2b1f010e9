import { asFirst, type BrokenServer, json, onHeader, onPath, onStatus, onSteps } from './faults.ts'

const SPEC = 'agent-service.md#'

/** Servers that break rules about replies, records and credentials. */
export const BROKEN_RECORDS: readonly BrokenServer[] = [
  ['returns 201 for a success', `${SPEC}envelope-success`, onStatus(200, 201)],
  [
    'adds a field to the envelope',
    `${SPEC}envelope-success`,
    onPath(/\/agent/, (body) => {
      body.meta = {}
    }),
  ],
  [
    'returns a list without its envelope',
    `${SPEC}envelope-success`,
    {
      reply: (reply) => {
        if (reply.status === 200 && reply.headers['content-type']?.startsWith('application/json'))
          reply.text = JSON.stringify(JSON.parse(reply.text).data ?? {})
      },
    },
  ],
  [
    'returns data for a deleted session',
    `${SPEC}envelope-bare`,
    onPath(
      /\/chat\/session\//,
      (body) => {
        body.data = {}
      },
      'DELETE',
    ),
  ],
  [
    'adds a code to the failure',
    `${SPEC}envelope-failure`,
    {
      reply: (reply) =>
        reply.status >= 400 &&
        json(reply, (body) => {
          body.code = 'x'
        }),
    },
  ],
  [
    'shows a stack trace',
    `${SPEC}envelope-failure`,
    {
      reply: (reply) =>
        reply.status === 404 &&
        json(reply, (body) => {
          body.message += ' at run (/app/node_modules/x.js:1:2)'
        }),
    },
  ],
  ['sends no request id', `${SPEC}envelope-headers`, onHeader('x-request-id')],
  ['lets caches store replies', `${SPEC}envelope-headers`, onHeader('cache-control', 'public, max-age=60')],
  [
    'refuses unknown fields',
    `${SPEC}envelope-unknown-fields`,
    {
      reply: (reply, { body }) => {
        if (body.includes('no_such_field')) reply.status = 400
      },
    },
  ],
  ['returns 500 for a missing record', `${SPEC}status-of-each-failure`, onStatus(404, 500)],
  ['returns 422 for an invalid body', `${SPEC}status-of-each-failure`, onStatus(400, 422)],
  ['returns 404 for another method', `${SPEC}status-of-each-failure`, onStatus(405, 404)],
  ['sends no Allow', `${SPEC}status-of-each-failure`, onHeader('allow')],
  ['returns 400 for a body of another type', `${SPEC}status-of-each-failure`, onStatus(415, 400)],
  ['returns 400 for a body above the limit', `${SPEC}status-of-each-failure`, onStatus(413, 400)],
  [
    'returns ids of configurations as text',
    `${SPEC}values-ids`,
    onPath(/\/llm_config\/\d+$/, ({ data }) => {
      data.id = String(data.id)
    }),
  ],
  [
    'writes times with Z',
    `${SPEC}values-local-time`,
    onPath(/\/chat\/session\//, ({ data }) => {
      if (data) data.created_at += 'Z'
    }),
  ],
  [
    'writes times of steps without Z',
    `${SPEC}values-utc-time`,
    onSteps((steps) => {
      for (const step of steps) step.created_at = step.created_at.replace('Z', '')
    }),
  ],
  [
    'returns a user name as user_id',
    `${SPEC}values-user-id`,
    onPath(/\/agent\/[0-9a-f-]{36}$/, ({ data }) => {
      data.user_id = 'alice'
    }),
  ],
  ["returns another user's agent", `${SPEC}values-ownership`, { request: asFirst(/\/agent\//) }],
  ["returns another user's session", `${SPEC}values-ownership`, { request: asFirst(/\/chat\/session\//) }],
  ["lists another user's sessions", `${SPEC}values-ownership`, { request: asFirst(/\/chat\/session$/) }],
  [
    "says that a record is another user's",
    `${SPEC}values-ownership`,
    {
      reply: (reply, { headers }, keys) =>
        reply.status === 404 &&
        headers.authorization === `Bearer ${keys.second}` &&
        json(reply, (body) => {
          body.message += ` ${Math.random()}`
        }),
    },
  ],
  [
    'needs no credential',
    `${SPEC}auth-bearer`,
    {
      request: ({ headers }, keys) =>
        headers.authorization === undefined
          ? { headers: { authorization: `Bearer ${keys.first}` } }
          : undefined,
    },
  ],
  [
    'repeats a challenge',
    `${SPEC}auth-challenge`,
    onPath(/\/auth\/challenge/, ({ data }) => {
      data.nonce = data.nonce.replace(/[0-9a-f]{64}$/, 'a'.repeat(64))
    }),
  ],
  [
    'takes every signature',
    `${SPEC}auth-verify`,
    {
      reply: (reply, { path }) => {
        if (path.endsWith('/auth/verify'))
          Object.assign(reply, { status: 200, text: '{"status":"ok","data":{}}' })
      },
    },
  ],
  [
    'revokes every key',
    `${SPEC}key-revoke`,
    {
      reply: (reply, { path }) => {
        if (path.includes('/apikeys/revoke/')) reply.status = 200
      },
    },
  ],
  [
    'hides the key from its owner',
    `${SPEC}llm-key`,
    onPath(/\/llm_config\/\d+$/, ({ data }) => {
      data.api_key = '***'
    }),
  ],
  [
    'drops unknown params',
    `${SPEC}llm-params`,
    onPath(/\/llm_config\/\d+$/, ({ data }) => {
      delete data.params?.seed
    }),
  ],
  [
    'merges params of a PATCH',
    `${SPEC}llm-patch`,
    onPath(/\/llm_config\/\d+$/, ({ data }) => {
      data.params = { temperature: 0.5, ...data.params }
    }),
  ],
  [
    'offers a tool under another name',
    `${SPEC}tools-builtin`,
    onPath(/\/mcp\/client\/parley$/, ({ data }) => {
      data.tools[0].tool_name = 'other'
    }),
  ],
  [
    'drops the server of a binding',
    `${SPEC}tools-binding`,
    onPath(/\/agent\/[0-9a-f-]{36}$/, ({ data }) => {
      for (const tool of data.tools ?? []) delete tool.tool_server_id
    }),
  ],
  [
    'lists agents with their bindings',
    `${SPEC}agent-model`,
    onPath(/\/agent$/, ({ data }) => {
      for (const agent of data.agents ?? []) agent.tools = []
    }),
  ],
  [
    'ignores If-Match',
    `${SPEC}addition-versions`,
    {
      request: ({ headers }) =>
        headers['if-match'] === undefined ? undefined : { headers: { 'if-match': '*' } },
    },
  ],
  ['sends no version', `${SPEC}addition-versions`, onHeader('etag')],
  ['deletes an agent with sessions', `${SPEC}agent-delete`, onStatus(409, 200)],
  [
    'returns the messages of a renamed session',
    `${SPEC}session-agent`,
    onPath(
      /\/chat\/session\//,
      ({ data }) => {
        data.messages = []
      },
      'PATCH',
    ),
  ],
  [
    'lists sessions with their agents',
    `${SPEC}session-history`,
    onPath(/\/chat\/session$/, ({ data }) => {
      for (const session of data.sessions) session.agent_id = 'x'
    }),
  ],
  [
    'opens sessions with persona 2',
    `${SPEC}session-persona`,
    onPath(/\/chat\/session\/[0-9a-f-]{36}$/, ({ data }) => {
      if (data) data.persona_id = 2
    }),
  ],
  [
    'takes every provider',
    `${SPEC}llm-providers`,
    {
      request: ({ body }) =>
        body.includes('no_such_provider') ? { body: body.replace('no_such_provider', 'openai') } : undefined,
    },
  ],
  [
    'stores what it tests',
    `${SPEC}llm-test`,
    onPath(
      /\/llm_config$/,
      ({ data }) => {
        data.models.push({ id: Math.random() })
      },
      'GET',
    ),
  ],
  [
    'begins pages of a search at 0',
    `${SPEC}tools-search`,
    onPath(/\/mcp\/client\/search/, ({ data }) => {
      data.page = 0
    }),
  ],
  [
    'returns a tool server without its tools',
    `${SPEC}tools-server`,
    onPath(/\/mcp\/client\/server/, ({ data }) => {
      delete data.server.tools
    }),
  ],
]
