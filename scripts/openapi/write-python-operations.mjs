import { pythonArgument as argument, pythonName as snake } from '../../packages/contract/src/index.ts'

/**
 * @typedef {{ type?: string, $ref?: string, properties?: Record<string, Schema>, required?: string[] }} Schema
 * @typedef {{ name: string, in: string, required?: boolean, schema: Schema }} Parameter
 * @typedef {{ operationId: string, summary: string, description?: string, parameters?: Parameter[], requestBody?: { content: Record<string, { schema: Schema }> }, responses: Record<string, { content?: Record<string, { schema: Schema }> }> }} Operation
 * @typedef {Record<string, Schema>} Schemas
 * @typedef {{ paths: Record<string, Record<string, Operation>>, components: { schemas: Schemas } }} OpenApi
 */

/** Their replies have no envelope; the client has functions for those that it needs. */
const OTHER_NOUNS = new Set(['artifact', 'openai', 'ledger', 'service'])
/** Their replies are stored nowhere, so a repetition could not return them. */
const SENT_ONCE = new Set([
  'chat.invokeAgent',
  'chat.invokeLlm',
  'chat.test',
  'auth.verify',
  'dataSource.test',
])
const HEAD = `"""The operations of the REST interface. Written by scripts/openapi.mjs from the contract."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .transport import UNSET, ParleyError, Transport, Unset, _read, _unwrap, fill_path


def read_data(reply: Any) -> dict[str, Any]:
    """Returns the data of an open reply."""
    return _unwrap(_read(reply), "data")


def read_bytes(reply: Any) -> bytes:
    """Returns the whole body of an open reply. Raises ParleyError when it is cut off."""
    try:
        return reply.read()
    except Exception as cause:
        raise ParleyError("The connection broke before the reply was complete.") from cause


class _Noun:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
`

/**
 * Writes the module `operations` of the Python client: a class for each noun with a function for each operation.
 *
 * @param {OpenApi} document
 * @returns {string}
 */
export function writePythonOperations(document) {
  const { schemas } = document.components
  /** @type {Map<string, string[]>} */
  const nouns = new Map()
  for (const [target, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const [noun = ''] = operation.operationId?.split('.') ?? []
      if (OTHER_NOUNS.has(noun) || !operation.responses?.['200']?.content?.['application/json']) continue
      nouns.set(noun, [
        ...(nouns.get(noun) ?? []),
        ...writeOperation(schemas, { method: method.toUpperCase(), target, operation }),
      ])
    }
  }
  const classes = [...nouns]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([noun, functions]) =>
        `\n\nclass ${noun[0]?.toUpperCase()}${noun.slice(1)}(_Noun):\n${functions.join('\n')}`,
    )
  const all = [...nouns.keys()]
    .toSorted()
    .map((noun) => `        self.${snake(noun)} = ${noun[0]?.toUpperCase()}${noun.slice(1)}(transport)\n`)
  const root =
    '\n\nclass Operations:\n    """All nouns of the interface."""\n\n    def __init__(self, transport: Transport) -> None:\n'
  return `${HEAD}${classes.join('')}${root}${all.join('')}`
}

/** @param {Schemas} schemas @param {{ method: string, target: string, operation: Operation }} about @returns {string[]} */
function writeOperation(schemas, { method, target, operation }) {
  const typeOf = (/** @type {Schema} */ schema) => typeIn(schemas, schema)
  const resolve = (/** @type {Schema | undefined} */ schema) => resolveIn(schemas, schema)
  const [, verb = ''] = operation.operationId.split('.')
  const name = snake(verb)
  const inPath = (operation.parameters ?? []).filter((one) => one.in === 'path')
  const inQuery = (operation.parameters ?? []).filter((one) => one.in === 'query')
  const body = resolve(operation.requestBody?.content['application/json']?.schema)
  const required = new Set(body?.required ?? [])
  const fields = Object.entries(body?.properties ?? {})
  const args = [
    ...inPath.map((one) => `${argument(one.name)}: ${typeOf(one.schema)}`),
    ...fields
      .filter(([key]) => required.has(key))
      .map(([key, schema]) => `${argument(key)}: ${typeOf(schema)}`),
    ...inQuery.filter((one) => one.required).map((one) => `${argument(one.name)}: ${typeOf(one.schema)}`),
    ...fields
      .filter(([key]) => !required.has(key))
      .map(([key, schema]) => `${argument(key)}: ${typeOf(schema)} | Unset = UNSET`),
    ...inQuery
      .filter((one) => !one.required)
      .map((one) => `${argument(one.name)}: ${typeOf(one.schema)} | Unset = UNSET`),
  ]
  const place =
    inPath.length === 0
      ? `"${target}"`
      : `fill_path("${target}", ${inPath.map((one) => `${one.name}=${argument(one.name)}`).join(', ')})`
  const query =
    inQuery.length === 0
      ? ''
      : `, query={${inQuery.map((one) => `"${one.name}": ${argument(one.name)}`).join(', ')}}`
  const sent = body ? `, body={${fields.map(([key]) => `"${key}": ${argument(key)}`).join(', ')}}` : ''
  const reply = resolve(operation.responses['200']?.content?.['application/json']?.schema)
  const once = SENT_ONCE.has(operation.operationId) ? ', is_repeatable=False' : ''
  const kind = 'data' in (reply?.properties ?? {}) ? '' : ', kind="other"'
  const signature = (/** @type {string} */ called, /** @type {string} */ result) =>
    `    def ${called}(self${args.length > 0 ? `, *, ${args.join(', ')}` : ''}) -> ${result}:`
  const doc = `        """${operation.summary}.${operation.description ? `\n\n        ${operation.description}\n        ` : ''}"""`
  const functions = [
    `${signature(name, 'dict[str, Any]')}\n${doc}\n        return self._transport.call("${method}", ${place}${query}${sent}${once}${kind})\n`,
  ]
  if (operation.responses['200']?.content?.['text/event-stream']) {
    const summary = `        """${operation.summary}, and yield the events. The last one has the type \`message\` and holds the reply."""`
    const streamed = body ? sent : ', body=None'
    functions.push(
      `${signature(`${name}_stream`, 'Iterator[dict[str, Any]]')}\n${summary}\n        return self._transport.stream("${method}", ${place}${query}${streamed})\n`,
    )
  }
  if (inQuery.some((one) => one.name === 'cursor')) {
    const heading = `${signature(`${name}_pages`, 'Iterator[dict[str, Any]]')}\n`
    functions.push(heading + writePages(name, operation.summary, [...inPath, ...inQuery]))
  }
  return functions
}

/** @param {string} name @param {string} summary @param {Parameter[]} parameters @returns {string} */
function writePages(name, summary, parameters) {
  const given = parameters.map((one) => `${argument(one.name)}=${argument(one.name)}`).join(', ')
  return `        """${summary}, and yield the pages, from \`cursor\` or the first one on."""
        limit = 200 if isinstance(limit, Unset) else limit
        while True:
            page = self.${name}(${given})
            yield page
            if page.get("next_cursor") is None:
                return
            cursor = page["next_cursor"]
`
}

/** @param {Schemas} schemas @param {Schema | undefined} schema @returns {Schema | undefined} */
function resolveIn(schemas, schema) {
  return schema?.$ref ? schemas[schema.$ref.replace('#/components/schemas/', '')] : schema
}

/** @param {Schemas} schemas @param {Schema} schema @returns {string} */
function typeIn(schemas, schema) {
  /** @type {Record<string, string>} */
  const names = {
    string: 'str',
    integer: 'int',
    number: 'float',
    boolean: 'bool',
    array: 'Sequence[Any]',
    object: 'dict[str, Any]',
  }
  return names[resolveIn(schemas, schema)?.type ?? ''] ?? 'Any'
}
