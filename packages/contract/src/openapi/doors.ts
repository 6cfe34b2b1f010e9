import { EXPORT_FORMATS, LIMITS } from '../limits.ts'
import { DOORS } from '../scope.ts'
import { failureReferences, REQUEST_ID } from './failures.ts'
import type { SchemaNode } from './json-schema.ts'
import { describeResponses } from './response-doors.ts'

/** The paths of the service that are not operations of the contract: other protocols, files, health. */
export function describeDoors(): Record<string, SchemaNode> {
  return {
    '/artifacts/{artifact_id}/{file_name}': { get: readArtifact },
    '/data_source/export': { post: exportRows },
    '/openapi.json': { get: readDocument },
    '/v1/models': { get: listModels },
    '/v1/models/{model}': { get: getModel },
    '/v1/chat/completions': { post: complete },
    ...describeResponses((operationId, summary, { scope, ...parts }) => ({
      ...door(operationId, summary),
      ...bearer(scope),
      ...parts,
      responses: {
        200: reply('The response that OpenAI documents.', 'application/json', object),
        ...openAiError,
      },
    })),
    '/chainapi': { post: callLedger },
    '/mcp': { ...atOrigin, post: callTools },
    '/healthz': { ...atOrigin, get: health('service.isAlive', 'Say whether the process runs') },
    '/readyz': { ...atOrigin, get: health('service.isReady', 'Say whether the service can take work') },
    '/metrics': { ...atOrigin, get: readMetrics },
  }
}

/** For paths that are below the origin itself, not below `{base_url}`. */
const atOrigin: SchemaNode = { servers: [{ url: '/' }] }

const door = (operationId: string, summary: string): SchemaNode => ({
  operationId,
  tags: [operationId.split('.')[0]],
  summary,
  'x-addition': true,
})
const bearer = (name: keyof typeof DOORS): SchemaNode => ({
  'x-scopes': [...DOORS[name].scopes],
  security: [{ bearer: [] }],
})
const open = { security: [] }
const object = { type: 'object', additionalProperties: true }
const reply = (description: string, type: string, schema: SchemaNode): SchemaNode => ({
  description,
  headers: REQUEST_ID,
  content: { [type]: { schema } },
})

const readArtifact: SchemaNode = {
  ...door('artifact.read', 'Get a file that a tool made'),
  description: 'Answers name the paths of their files in `artifacts`. Only the owner can read them.',
  ...bearer('readArtifact'),
  parameters: [
    {
      name: 'artifact_id',
      in: 'path',
      required: true,
      description: 'The first part of the path after `artifacts`.',
      schema: { type: 'string', format: 'uuid' },
    },
    {
      name: 'file_name',
      in: 'path',
      required: true,
      description: 'The name of the file.',
      schema: { type: 'string', maxLength: 100 },
    },
  ],
  responses: {
    200: reply('The file, in its own media type.', 'application/octet-stream', {
      type: 'string',
      format: 'binary',
    }),
    ...failureReferences([401, 403, 404, 500, 503]),
  },
}

const binary = { type: 'string', format: 'binary' }

const exportRows: SchemaNode = {
  ...door('dataSource.export', 'Save the whole result of a statement as a file'),
  description: `Runs one reading statement over your data sources, as execute_sql does, and sends the rows as the engine gives them: at most ${LIMITS.exportRows} rows, in at most ${LIMITS.exportSeconds} seconds for the statement and the download together. A failure after the first rows, these bounds among them, closes the connection before the last chunk, so that an HTTP client reports an incomplete reply: a file that arrived complete holds all rows. The statement is cancelled when the client leaves. In CSV, NULL is an empty field and an empty text is two quotation marks; a text that a spreadsheet would take for a formula gets an apostrophe in front. In a workbook, numbers of more than 15 digits are text, and texts of more than 32,767 characters are cut; further sheets hold what one sheet cannot. Parquet is sent when all rows are read.`,
  ...bearer('exportRows'),
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            sql: { type: 'string', maxLength: LIMITS.promptLength, description: 'One SELECT statement.' },
            format: {
              type: 'string',
              enum: [...EXPORT_FORMATS],
              description: 'The format of the file. Without it the Accept header chooses, and CSV otherwise.',
            },
          },
          required: ['sql'],
        },
        example: { sql: 'SELECT * FROM shop.orders' },
      },
    },
  },
  responses: {
    200: {
      description: 'The rows: CSV (RFC 4180) with a header, a workbook of Excel, or Parquet.',
      headers: REQUEST_ID,
      content: {
        'text/csv': { schema: { type: 'string' } },
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: binary },
        'application/vnd.apache.parquet': { schema: binary },
      },
    },
    ...failureReferences([400, 401, 413, 415, 500, 503]),
  },
}

const readDocument: SchemaNode = {
  ...door('service.document', 'Get this document'),
  ...open,
  responses: { 200: reply('The OpenAPI 3.1 document.', 'application/json', object) },
}

const openAiError = {
  default: reply('A failure in the form that OpenAI clients know.', 'application/json', {
    type: 'object',
    properties: {
      error: {
        type: 'object',
        description: 'What went wrong.',
        properties: {
          message: { type: 'string', description: 'What is wrong and what to do.' },
          type: { type: 'string', description: '`invalid_request_error` or `server_error`.' },
          param: { type: 'null', description: 'Always null.' },
          code: { type: 'string', description: 'The code of X-Error-Code.' },
        },
        required: ['message', 'type', 'param', 'code'],
      },
    },
    required: ['error'],
  }),
}

const listModels: SchemaNode = {
  ...door('openai.listModels', 'List agents and configurations as models of OpenAI clients'),
  ...bearer('listModels'),
  responses: { 200: reply('The list that OpenAI documents.', 'application/json', object), ...openAiError },
}

const getModel: SchemaNode = {
  ...door('openai.getModel', 'Get an agent or a configuration as a model of OpenAI clients'),
  ...bearer('listModels'),
  parameters: [
    {
      name: 'model',
      in: 'path',
      required: true,
      description: 'The id of an agent, or `llm:` and the id of a configuration.',
      schema: { type: 'string', maxLength: 100 },
    },
  ],
  responses: { 200: reply('The model that OpenAI documents.', 'application/json', object), ...openAiError },
}

const complete: SchemaNode = {
  ...door('openai.complete', 'Complete a chat as OpenAI clients ask for it'),
  description:
    'The base URL of an OpenAI client is `{base_url}/v1`, its key an API key. Tools are those of the agent. temperature, top_p and max_tokens override those of the configuration, also where an agent uses it. Parameters that would change the answer and that the service does not apply are refused. A stream sends its headers before the first token.',
  ...bearer('complete'),
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          ...object,
          properties: {
            model: {
              type: 'string',
              description: 'The id of an agent, or `llm:` and the id of a configuration.',
            },
            messages: {
              type: 'array',
              minItems: 1,
              description: 'The conversation; the last message is of the role user.',
              items: object,
            },
            stream: { type: 'boolean', description: 'Whether the answer comes as server-sent events.' },
            temperature: { type: 'number', minimum: 0, maximum: 2, description: 'As the vendor defines it.' },
            top_p: { type: 'number', minimum: 0, maximum: 1, description: 'As the vendor defines it.' },
            max_tokens: {
              type: 'integer',
              minimum: 1,
              maximum: LIMITS.integer,
              description: 'Tokens of the answer at most.',
            },
          },
          required: ['model', 'messages'],
        },
        example: { model: 'llm:1', messages: [{ role: 'user', content: 'Hello' }] },
      },
    },
  },
  responses: {
    200: {
      description: 'The completion that OpenAI documents, whole or as events that end with `[DONE]`.',
      headers: REQUEST_ID,
      content: {
        'application/json': { schema: object },
        'text/event-stream': { schema: { type: 'string' } },
      },
    },
    ...openAiError,
  },
}

const rpcBody = (example: SchemaNode): SchemaNode => ({
  required: true,
  content: { 'application/json': { schema: object, example } },
})

const callLedger: SchemaNode = {
  ...door('ledger.call', 'Call a method of the ledger interface'),
  description: 'JSON-RPC 2.0. Failures of a method come with status 200 and an `error` object.',
  ...open,
  requestBody: rpcBody({ jsonrpc: '2.0', id: 1, method: 'chainvm.emissionInfo' }),
  responses: { 200: reply('The JSON-RPC reply.', 'application/json', object) },
}

const callTools: SchemaNode = {
  ...door('mcp.call', 'Offer your agents and data tools to MCP clients'),
  description: 'Model Context Protocol over streamable HTTP, with an API key as the bearer token.',
  ...bearer('callTools'),
  requestBody: rpcBody({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  responses: {
    200: reply('The JSON-RPC reply, or a stream of them.', 'application/json', object),
    ...failureReferences([401, 403, 413, 503]),
  },
}

const health = (operationId: string, summary: string): SchemaNode => ({
  ...door(operationId, summary),
  ...open,
  responses: {
    200: reply('It does.', 'application/json', {
      type: 'object',
      properties: { status: { type: 'string', const: 'ok', description: 'Always `ok`.' } },
      required: ['status'],
    }),
    503: { description: 'It does not.' },
  },
})

const readMetrics: SchemaNode = {
  ...door('service.metrics', 'Read counters and times for Prometheus'),
  description: 'The operator decides who may read it; a public service asks for the token of the operator.',
  security: [{}, { bearer: [] }],
  responses: {
    200: reply('The metrics, in the text format of Prometheus.', 'text/plain', { type: 'string' }),
    401: { description: 'The token is missing or wrong.' },
  },
}
