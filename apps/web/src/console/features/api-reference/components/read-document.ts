/** A JSON schema, with the fields that the page shows. */
export type DocumentedSchema = Readonly<Record<string, unknown>>

type Parameter = {
  readonly name: string
  readonly place: 'path' | 'query'
  readonly isRequired: boolean
  readonly schema: DocumentedSchema
}

/** One call of an operation in one language. */
export type DocumentedSample = {
  readonly lang: string
  readonly label: string
  readonly source: string
}

/** How an operation can fail. */
type DocumentedFailure = { readonly status: string; readonly sentence: string }

/** One operation of the document. */
export type DocumentedOperation = {
  readonly id: string
  readonly tag: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly isAddition: boolean
  readonly isPublic: boolean
  readonly parameters: readonly Parameter[]
  readonly body: DocumentedSchema | null
  readonly reply: DocumentedSchema | null
  readonly samples: readonly DocumentedSample[]
  readonly failures: readonly DocumentedFailure[]
}

const METHODS = ['get', 'post', 'patch', 'put', 'delete']

/** The operations of an OpenAPI document, in its order. */
export function readDocument(document: unknown): DocumentedOperation[] {
  const { paths, components } = fieldsOf(document)
  // Paths with their own server are not part of the REST interface.
  const items = Object.entries(fieldsOf(paths)).filter(([, item]) => !('servers' in fieldsOf(item)))
  return items.flatMap(([path, item]) =>
    Object.entries(fieldsOf(item))
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => readOperation(method, path, fieldsOf(resolve(operation, components)))),
  )
}

const REFERENCE = '#/components/'

/** The value with every reference to a component replaced by the component. No component contains itself. */
function resolve(value: unknown, components: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, components))
  if (typeof value !== 'object' || value === null) return value
  const fields = fieldsOf(value)
  if (typeof fields.$ref === 'string' && fields.$ref.startsWith(REFERENCE)) {
    const [kind = '', name = ''] = fields.$ref.slice(REFERENCE.length).split('/')
    return resolve(fieldsOf(fieldsOf(components)[kind])[name], components)
  }
  return Object.fromEntries(Object.entries(fields).map(([key, inner]) => [key, resolve(inner, components)]))
}

function readOperation(method: string, path: string, operation: DocumentedSchema): DocumentedOperation {
  const { parameters, security, tags } = operation
  return {
    id: textOf(operation.operationId),
    tag: Array.isArray(tags) ? textOf(tags[0]) : '',
    method: method.toUpperCase(),
    path,
    summary: textOf(operation.summary),
    description: textOf(operation.description),
    isAddition: operation['x-addition'] === true,
    isPublic: !Array.isArray(security) || security.length === 0,
    parameters: Array.isArray(parameters) ? parameters.filter(isInUrl).map(readParameter) : [],
    body: jsonSchemaOf(operation.requestBody),
    reply: jsonSchemaOf(fieldsOf(operation.responses)['200']),
    samples: readSamples(operation['x-codeSamples']),
    failures: readFailures(operation.responses),
  }
}

function readSamples(samples: unknown): DocumentedSample[] {
  if (!Array.isArray(samples)) return []
  return samples.map(fieldsOf).map(({ lang, label, source }) => ({
    lang: textOf(lang),
    label: textOf(label),
    source: textOf(source),
  }))
}

function readFailures(responses: unknown): DocumentedFailure[] {
  return Object.entries(fieldsOf(responses))
    .filter(([status]) => Number(status) >= 400)
    .map(([status, reply]) => ({ status, sentence: textOf(fieldsOf(reply).description) }))
}

/** Leaves out headers: the page sends none that the reader chooses. */
function isInUrl(parameter: unknown): boolean {
  const place = fieldsOf(parameter).in
  return place === 'path' || place === 'query'
}

function readParameter(value: unknown): Parameter {
  const { name, in: place, required, schema } = fieldsOf(value)
  return {
    name: textOf(name),
    place: place === 'path' ? 'path' : 'query',
    isRequired: required === true,
    schema: fieldsOf(schema),
  }
}

function jsonSchemaOf(holder: unknown): DocumentedSchema | null {
  const media = fieldsOf(fieldsOf(fieldsOf(holder).content)['application/json'])
  return 'schema' in media ? fieldsOf(media.schema) : null
}

/** The fields of an object; empty for other values. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
