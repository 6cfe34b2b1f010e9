import { fieldsOf, typeOf } from './schema-fields.mjs'

/**
 * @typedef {import('./schema-fields.mjs').Schema} Schema
 * @typedef {{ name: string, in: string, required?: boolean, description?: string, schema: Schema, $ref?: string }} Parameter
 * @typedef {{ description: string, $ref?: string, content?: Record<string, { schema: Schema, example?: unknown }> }} Reply
 * @typedef {{
 *   operationId: string, tags: string[], summary: string, description?: string, parameters?: Parameter[],
 *   requestBody?: Reply, responses: Record<string, Reply>, security?: unknown[],
 *   'x-addition'?: boolean, 'x-scopes'?: string[],
 *   'x-codeSamples': { lang: string, label: string, source: string }[],
 * }} Operation
 * @typedef {{
 *   info: { version: string }, tags: { name: string, description: string }[],
 *   paths: Record<string, Record<string, Operation>>,
 *   components: { schemas: Record<string, Schema>, responses: Record<string, Reply>, parameters: Record<string, Parameter> },
 * }} OpenApi
 * @typedef {{ method: string, path: string, operation: Operation }} Entry
 */

const NOTE = '<!-- Written by scripts/openapi.mjs from the contract. -->'

/**
 * Writes the reference: a page for each noun, the list of all operations, and the changes by release.
 *
 * @param {OpenApi} document
 * @param {readonly import('../../packages/contract/src/index.ts').InterfaceChange[]} changes
 * @returns {Map<string, string>} the text of each page, by its file name
 */
export function writeReference(document, changes) {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.operationId !== undefined)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const pages = document.tags.map(({ name, description }) => {
    const own = entries.filter(({ operation }) => operation.tags[0] === name)
    const title = `# ${name}\n\n${description} [All operations](README.md).`
    const list = own.map(({ operation }) => `- ${link(operation)}: ${operation.summary}`)
    const parts = own.map((entry) => writeOperation(document, entry))
    return /** @type {const} */ ([pageOf(name), [NOTE, title, list.join('\n'), ...parts].join('\n\n')])
  })
  const others = [
    /** @type {const} */ (['README.md', writeIndex(document, entries)]),
    /** @type {const} */ (['changes.md', writeChanges(changes, entries)]),
  ]
  return new Map([...others, ...pages].map(([name, text]) => [name, `${text}\n`]))
}

/**
 * @param {readonly import('../../packages/contract/src/index.ts').InterfaceChange[]} changes
 * @param {Entry[]} entries
 * @returns {string}
 */
function writeChanges(changes, entries) {
  const byName = new Map(entries.map(({ operation }) => [operation.operationId, operation]))
  const releases = [...new Set(changes.map(({ version }) => version))].map((version) => {
    const lines = changes
      .filter((change) => change.version === version)
      .map(({ change, adds }) => {
        const added = adds.flatMap((name) => byName.get(name) ?? [])
        return `- ${change} ${added.map((one) => link(one, pageOf(String(one.tags[0])))).join(', ')}`.trimEnd()
      })
    return `## ${version === 'next' ? 'Next release' : version}\n\n${lines.join('\n')}`
  })
  const head =
    '# Changes of the interface\n\nThe newest come first. [How the interface changes](../interface.md) says what you can rely on.'
  return [NOTE, head, ...releases].join('\n\n')
}

/** @param {OpenApi} document @param {Entry[]} entries @returns {string} */
function writeIndex({ tags, components }, entries) {
  const nouns = tags.flatMap(({ name, description }) => {
    const rows = entries
      .filter(({ operation }) => operation.tags[0] === name)
      .map(
        ({ method, path, operation }) =>
          `| ${link(operation, pageOf(name))} | \`${method} ${path}\` | ${operation.summary} |`,
      )
    return [
      `## ${name}\n\n${description}\n\n| operation | request |  |\n| --- | --- | --- |\n${rows.join('\n')}`,
    ]
  })
  const failures = Object.entries(components.responses).map(
    ([status, { description }]) => `| <a id="${status}"></a>${status} | ${description} |`,
  )
  return [NOTE, HEAD, ...nouns, `${FAILURES}\n${failures.join('\n')}`].join('\n\n')
}

const HEAD = `# Reference

Every operation of the REST interface with an example in curl, TypeScript and Python. A test runs every example in the three languages. [How the interface changes](../interface.md) says what stays; the [changes](changes.md) are listed by release.

\`\`\`sh
export ORIGIN=http://127.0.0.1:3000 API=http://127.0.0.1:3000/api KEY=prl_…
\`\`\`

\`\`\`ts
import { createParleyClient } from '@parley/sdk'

const parley = createParleyClient({ origin: 'http://127.0.0.1:3000', credential: key })
\`\`\`

\`\`\`python
from parley_client import Parley

parley = Parley("http://127.0.0.1:3000", key)
\`\`\`

- \`KEY\` and \`key\` are an API key, from **Settings → API keys** of the console. \`TOKEN\` is the access token of a person, which [auth.verify](auth.md#authverify) returns; there, give it to the clients in place of the key.
- Every other name in capitals, and every name that an example does not define, is yours: an id, an address, a signature.
- The examples send the required fields. The tables show every field.
- Operations marked _addition_ go beyond the interface that clients of the first version know.`

const FAILURES = `## Failures

Every failure has the body \`{"status": "error", "message": "…"}\`. The message says what is wrong with which value, and what to send instead. The header \`X-Error-Code\` has the kind as one word: [which case has which status and code](../spec/agent-service.md#status-of-each-failure).

| status | sentence |
| --- | --- |`

/** @param {OpenApi} document @param {Entry} entry @returns {string} */
function writeOperation(document, { method, path, operation }) {
  const { summary, description, responses, security = [] } = operation
  const facts = [
    `\`${method} ${path}\``,
    security.length === 0 ? 'needs no credential' : credentialOf(operation['x-scopes']),
    ...(operation['x-addition'] ? ['_addition_'] : []),
  ]
  const inputs = [...parametersOf(document, operation), ...bodyOf(document, operation)]
  const examples = operation['x-codeSamples'].map(({ lang, source }) => `\`\`\`${lang}\n${source}\n\`\`\``)
  const failures = Object.keys(responses).filter((status) => status in document.components.responses)
  return [
    `## ${operation.operationId}`,
    `${summary}. ${facts.join(' · ')}`,
    ...(description ? [description] : []),
    ...(inputs.length > 0 ? [table('input', inputs)] : []),
    ...examples,
    ...repliesOf(document, operation),
    ...(failures.length > 0
      ? [`Fails with ${failures.map((status) => `[${status}](README.md#${status})`).join(', ')}.`]
      : []),
  ].join('\n\n')
}

/** @param {string[]} [scopes] @returns {string} */
function credentialOf(scopes) {
  return scopes ? `scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}` : 'needs a credential'
}

/** @param {OpenApi} document @param {Operation} operation @returns {string[]} */
function parametersOf({ components }, { parameters = [] }) {
  return parameters
    .map((one) => (one.$ref ? components.parameters[String(one.$ref.split('/').at(-1))] : one))
    .filter((one) => one !== undefined)
    .map(({ name, in: place, required, schema, description }) =>
      row([`\`${name}\`${required ? '' : '?'}`, `${place}, ${typeOf(schema)}`, description ?? '']),
    )
}

/** @param {OpenApi} document @param {Operation} operation @returns {string[]} */
function bodyOf({ components }, { requestBody }) {
  const schema = requestBody?.content?.['application/json']?.schema
  if (!schema) return []
  return fieldsOf(components.schemas, schema).map(({ name, type, description }) =>
    row([`\`${name.replace(/\?$/, '')}\`${name.endsWith('?') ? '?' : ''}`, `body, ${type}`, description]),
  )
}

/** @param {OpenApi} document @param {Operation} operation @returns {string[]} */
function repliesOf({ components }, { responses }) {
  const { content = {}, description } = responses[200] ?? { description: '' }
  const json = content['application/json']
  const fields = json ? fieldsOf(components.schemas, json.schema) : []
  if (fields.length === 0) return [`Returns: ${description}`]
  const rows = fields.map(({ name, type, description }) =>
    row([`\`${name.replace(/\?$/, '')}\`${name.endsWith('?') ? '?' : ''}`, type, description]),
  )
  return [table('reply', rows)]
}

/** @param {string} title @param {string[]} rows @returns {string} */
function table(title, rows) {
  return `| ${title} | type |  |\n| --- | --- | --- |\n${rows.join('\n')}`
}

/** @param {string[]} cells @returns {string} */
function row(cells) {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}

/** @param {Operation} operation @param {string} page @returns {string} */
function link({ operationId }, page = '') {
  return `[${operationId}](${page}#${operationId.replace('.', '').toLowerCase()})`
}

/** The page of a noun, whose words are joined by hyphens. @param {string} noun @returns {string} */
function pageOf(noun) {
  return `${noun.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.md`
}
