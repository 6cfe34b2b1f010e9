import { asFirst, type BrokenServer, json, onPath, onStatus } from './faults.ts'

const SPEC = 'agent-service.md#'

/** Servers that break rules about sessions, data sources, usage, evidence and webhooks. */
export const BROKEN_ADDITIONS: readonly BrokenServer[] = [
  ['says that a run which has ended was cancelled', `${SPEC}addition-cancel`, onStatus(409, 200)],
  [
    'lists all runs on one page',
    `${SPEC}addition-list-runs`,
    onPath(/\/chat\/run\?/, ({ data }) => {
      data.runs = [{}, {}]
    }),
  ],
  [
    'lacks a persona',
    `${SPEC}addition-personas`,
    onPath(/\/persona$/, ({ data }) => {
      data.personas.shift()
    }),
  ],
  [
    'describes another interface',
    `${SPEC}addition-operation`,
    onPath(/\/openapi\.json$/, (body) => {
      body.paths = {}
    }),
  ],
  [
    'finds every session by every word',
    `${SPEC}addition-list-sessions`,
    { request: ({ path }) => ({ path: path.replace(/q=[^&]*/, 'q=check') }) },
  ],
  [
    "finds another user's sessions",
    `${SPEC}addition-list-sessions`,
    { request: asFirst(/\/chat\/session\?/) },
  ],
  [
    'forgets that a session is pinned',
    `${SPEC}addition-keep-session`,
    {
      request: ({ method, body }) =>
        method === 'PATCH' ? { body: body.replace('"is_pinned":true', '"is_pinned":false') } : undefined,
    },
  ],
  [
    'shows archived sessions among the others',
    `${SPEC}addition-keep-session`,
    { request: ({ path }) => ({ path: path.replace('show=active', 'show=archived') }) },
  ],
  [
    'begins a history with the oldest message',
    `${SPEC}addition-history-pages`,
    onPath(/\/chat\/session\/[0-9a-f-]{36}\?limit=1$/, ({ data }) => {
      data.messages[0].content = 'Hello'
    }),
  ],
  [
    'branches without the messages',
    `${SPEC}addition-branches`,
    {
      request: ({ method, path, body }) =>
        method === 'POST' && path.endsWith('/branches')
          ? { body: body.replace('"keep":2', '"keep":0') }
          : undefined,
    },
  ],
  [
    'branches behind a question',
    `${SPEC}addition-branches`,
    {
      request: ({ method, path, body }) =>
        method === 'POST' && path.endsWith('/branches')
          ? { body: body.replace('"keep":1', '"keep":2') }
          : undefined,
    },
  ],
  [
    'keeps the first rating',
    `${SPEC}addition-ratings`,
    {
      request: ({ body }) =>
        body.includes('"verdict":"down"') ? { body: '{"verdict":"up","comment":"Right."}' } : undefined,
    },
  ],
  [
    "returns another user's data source",
    `${SPEC}addition-data-sources`,
    { request: asFirst(/\/data_source\//) },
  ],
  [
    'loses a column of a file',
    `${SPEC}addition-data-sources`,
    onPath(/\/data_source$/, ({ data }) => {
      data.tables?.[0]?.columns.pop()
    }),
  ],
  [
    'renames a data source in SQL too',
    `${SPEC}addition-title`,
    onPath(/\/data_source\/[0-9a-f-]{36}$/, ({ data }) => {
      if (data.title === 'Rain of cities') data.name = 'rain_of_cities'
    }),
  ],
  [
    'counts rows wrongly',
    `${SPEC}addition-profile`,
    onPath(/\/profile$/, ({ data }) => {
      data.row_count += 1
    }),
  ],
  [
    'counts no turn',
    `${SPEC}addition-usage`,
    onPath(/\/usage$/, ({ data }) => {
      data.used.turns = 0
    }),
  ],
  [
    'marks another place than the number',
    `${SPEC}addition-evidence`,
    onPath(/\/evidence$/, ({ data }) => {
      for (const span of data.evidence.spans) span.offset = 1_000_000
    }),
  ],
  [
    'counts numbers without a proof as proven',
    `${SPEC}addition-evidence`,
    onPath(/\/evidence$/, ({ data }) => {
      for (const span of data.evidence.spans) span.kind = 'none'
    }),
  ],
  [
    'does not say which data source was read',
    `${SPEC}addition-notes`,
    onPath(/^\/api\/chat\/run\/[^/]+$/, ({ data }) => {
      for (const { output } of data.steps) delete output?.sources
    }),
  ],
  ['shows the secret of a webhook again', `${SPEC}addition-webhooks`, showSecretAgain()],
  ["returns another user's webhook", `${SPEC}addition-webhooks`, { request: asFirst(/\/webhook\//) }],
  [
    'signs deliveries with another secret',
    `${SPEC}addition-webhooks`,
    onPath(
      /\/webhook$/,
      ({ data }) => {
        data.secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
      },
      'POST',
    ),
  ],
  [
    'sends deliveries elsewhere',
    `${SPEC}addition-webhooks`,
    {
      request: ({ method, path }) =>
        method === 'POST' && path.endsWith('/webhook')
          ? { body: '{"url":"https://webhook.invalid/elsewhere"}' }
          : undefined,
    },
  ],
]

/** Keeps the secret of each reply and adds it to later ones. */
function showSecretAgain(): BrokenServer[2] {
  let kept: string | undefined
  return {
    reply: (reply, { path }) => {
      if (!path.includes('/webhook')) return
      json(reply, ({ data }) => {
        kept = data?.secret ?? kept
        if (data?.webhook_id) data.secret = kept
      })
    },
  }
}
