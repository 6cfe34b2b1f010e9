import { asFirst, type BrokenServer, json, onPath, onResult, onStatus, onSteps } from './faults.ts'

const SPEC = 'agent-service.md#'
const LEDGER = 'ledger.md#'

/** Servers that break rules about answers, traces, streams, additions and the ledger. */
export const BROKEN_ANSWERS: readonly BrokenServer[] = [
  [
    'names a run of a direct answer',
    `${SPEC}query-direct`,
    onPath(/\/chat\/query$/, ({ data }) => {
      data.run_id = 'x'
    }),
  ],
  [
    'forgets the answer',
    `${SPEC}query-stored`,
    onPath(/\/chat\/session\/[0-9a-f-]{36}$/, ({ data }) => {
      data?.messages?.pop()
    }),
  ],
  [
    'gives questions a status',
    `${SPEC}message-type`,
    onPath(/\/chat\/session\/[0-9a-f-]{36}$/, ({ data }) => {
      for (const message of data?.messages ?? []) message.status = 'ok'
    }),
  ],
  [
    'invents a status of an answer',
    `${SPEC}message-status`,
    onPath(/\/chat\/query$/, ({ data }) => {
      data.status = 'done'
    }),
  ],
  [
    'numbers steps from 0',
    `${SPEC}trace-steps`,
    onSteps((steps) => {
      for (const step of steps) step.step_id -= 1
    }),
  ],
  [
    'invents a status of a step',
    `${SPEC}trace-status`,
    onSteps((steps) => {
      for (const step of steps) step.status = 'done'
    }),
  ],
  ['leaves the last step out', `${SPEC}trace-final`, onSteps((steps) => steps.pop())],
  [
    'renames the input of SQL',
    `${SPEC}trace-tools`,
    onSteps((steps) => {
      for (const step of steps) if (step.agent_name === 'execute_sql') step.input = { sql: '' }
    }),
  ],
  ['shows the runs of other users', `${SPEC}query-run`, { request: asFirst(/\/chat\/run\//) }],
  [
    'returns no trace of a stateless call',
    `${SPEC}invoke-agent-trace`,
    onPath(/\/invoke-agent$/, ({ data }) => {
      delete data.trace
    }),
  ],
  [
    'adds fields to invoke-llm',
    `${SPEC}invoke-llm-bare`,
    onPath(/\/invoke-llm$/, ({ data }) => {
      data.model = 'm'
    }),
  ],
  [
    'ends a stream without its reply',
    `${SPEC}addition-streaming`,
    {
      reply: (reply) => {
        if (reply.headers['content-type']?.startsWith('text/event-stream'))
          reply.text = reply.text.replace(/event: message[\s\S]*$/, '')
      },
    },
  ],
  [
    'ignores Last-Event-ID',
    `${SPEC}addition-follow`,
    {
      request: ({ headers }) =>
        headers['last-event-id'] === undefined ? undefined : { headers: { 'last-event-id': '' } },
    },
  ],
  ['returns 200 for a run in the background', `${SPEC}addition-background`, onStatus(202, 200)],
  [
    'ignores the cursor',
    `${SPEC}addition-pages`,
    { request: ({ path }) => ({ path: path.replace(/&?cursor=[^&]*/, '') }) },
  ],
  [
    'ignores the idempotency key',
    `${SPEC}addition-idempotency`,
    {
      request: ({ headers }) =>
        headers['idempotency-key'] === undefined
          ? undefined
          : { headers: { 'idempotency-key': crypto.randomUUID() } },
    },
  ],
  [
    'replies under another id',
    `${LEDGER}rpc-reply`,
    {
      reply: (reply, { path }) =>
        path.endsWith('/chainapi') &&
        json(reply, (body) => {
          body.id = 0
        }),
    },
  ],
  [
    'leaves out a parameter of genesis',
    `${LEDGER}genesis`,
    onResult('genesis', (result) => {
      delete result.genesis.validityWindow
    }),
  ],
  [
    'leaves out the epoch',
    `${LEDGER}emission`,
    onResult('emissionInfo', (result) => {
      delete result.epochTracker
    }),
  ],
  [
    'writes amounts as text',
    `${LEDGER}rpc-exact`,
    onResult('emissionInfo', (result) => {
      result.totalSupply = String(result.totalSupply)
    }),
  ],
  [
    'uses another prefix of addresses',
    `${LEDGER}rpc-addresses`,
    onResult('emissionInfo', (result) => {
      result.emissionAccount.address = 'other1qqqq'
    }),
  ],
  [
    'returns 18 decimals',
    `${LEDGER}asset`,
    onResult('asset', (result) => {
      result.decimals = 18
    }),
  ],
  [
    'leaves out the public key',
    `${LEDGER}validator`,
    onResult('allValidators', (result) => {
      for (const validator of result.validators) delete validator.publicKey
    }),
  ],
  [
    'returns the fee of a stake as a fraction',
    `${LEDGER}validator-fee-rate`,
    onResult('validatorStake', (result) => {
      result.delegationFeeRate /= 100
    }),
  ],
  [
    'suggests six questions',
    `${SPEC}query-suggestions`,
    onPath(/\/chat\/query$/, ({ data }) => {
      data.suggestions = ['1', '2', '3', '4', '5', '6']
    }),
  ],
  [
    'shows the answer of a failed turn as a whole one',
    `${SPEC}message-failed-turn`,
    onPath(/\/chat\/session\/[0-9a-f-]{36}$/, ({ data }) => {
      for (const message of data?.messages ?? []) if (message.status === 'error') message.status = 'ok'
    }),
  ],
  [
    'opens a session for a stateless call',
    `${SPEC}invoke-stateless`,
    onPath(
      /\/chat\/session$/,
      ({ data }) => {
        data.sessions.push({ session_id: Math.random() })
      },
      'GET',
    ),
  ],
  [
    'fails a call without params',
    `${LEDGER}rpc-call`,
    {
      reply: (reply, { body }) => {
        if (body.includes('chainvm.') && !body.includes('"params"')) json(reply, (sent) => delete sent.result)
      },
    },
  ],
  [
    'returns a balance as text',
    `${LEDGER}method-asset-name`,
    onResult('balance', (result) => {
      result.amount = String(result.amount)
    }),
  ],
  [
    'lists a staked validator that it does not know',
    `${LEDGER}methods`,
    onResult('stakedValidators', ({ validators }) => {
      validators[0].nodeID = 'unknown'
    }),
  ],
  [
    'returns a stake without its end',
    `${LEDGER}stake`,
    onResult('validatorStake', (result) => {
      delete result.stakeEndBlock
    }),
  ],
  [
    'shows stake of an inactive validator',
    `${LEDGER}validator-inactive`,
    onResult('allValidators', ({ validators }) => {
      Object.assign(validators[0], { isActive: false, stakedAmount: 1 })
    }),
  ],
]
