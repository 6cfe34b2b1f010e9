/** A JSON schema, as far as it is shown. */
export type Schema = Readonly<Record<string, unknown>>

type Parameter = {
  readonly name: string
  readonly place: 'path' | 'query'
  readonly isRequired: boolean
  readonly schema: Schema
}

/** One operation of the document. */
export type Operation = {
  readonly id: string
  readonly tag: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly isAddition: boolean
  readonly isPublic: boolean
  readonly parameters: readonly Parameter[]
  readonly body: Schema | null
  readonly reply: Schema | null
}

const METHODS = ['get', 'post', 'patch', 'put', 'delete']

/** The operations of an OpenAPI document, in its order. */
export function readDocument(document: unknown): Operation[] {
  return Object.entries(fieldsOf(fieldsOf(document).paths)).flatMap(([path, item]) =>
    Object.entries(fieldsOf(item))
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => readOperation(method, path, fieldsOf(operation))),
  )
}

function readOperation(method: string, path: string, operation: Schema): Operation {
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
    parameters: Array.isArray(parameters) ? parameters.map(readParameter) : [],
    body: jsonSchemaOf(operation.requestBody),
    reply: jsonSchemaOf(fieldsOf(operation.responses)['200']),
  }
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

function jsonSchemaOf(holder: unknown): Schema | null {
  const media = fieldsOf(fieldsOf(fieldsOf(holder).content)['application/json'])
  return 'schema' in media ? fieldsOf(media.schema) : null
}

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
