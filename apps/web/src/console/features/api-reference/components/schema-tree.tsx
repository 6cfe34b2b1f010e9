'use client'

import { Text } from '@mantine/core'
import { API_REFERENCE_TEXTS as texts } from '../texts.ts'
import { type DocumentedSchema, fieldsOf } from './read-document.ts'
import classes from './schema-tree.module.css'

/** The fields of a schema with their types, nested ones indented. */
export function SchemaTree({ schema }: { schema: DocumentedSchema }) {
  const inner = elementOf(schema)
  const properties = Object.entries(fieldsOf(inner.properties))
  if (properties.length === 0) {
    return (
      <Text size="sm" ff="monospace" c="dimmed">
        {describeType(schema)}
      </Text>
    )
  }
  const required = Array.isArray(inner.required) ? inner.required : []
  return (
    <ul className={classes.fields}>
      {properties.map(([name, value]) => {
        const property = fieldsOf(value)
        return (
          <li key={name}>
            <code>{name}</code> <span className={classes.type}>{describeType(property)}</span>
            {required.includes(name) && <span className={classes.required}> {texts.required}</span>}
            {typeof property.description === 'string' && <span> {property.description}</span>}
            {hasFields(property) && <SchemaTree schema={property} />}
          </li>
        )
      })}
    </ul>
  )
}

/** The items of an array, and the only non-null alternative of a union. */
function elementOf(schema: DocumentedSchema): DocumentedSchema {
  if (schema.items !== undefined) return elementOf(fieldsOf(schema.items))
  const choices = choicesOf(schema).filter((choice) => choice.type !== 'null')
  return choices.length === 1 && choices[0] ? elementOf(choices[0]) : schema
}

function hasFields(schema: DocumentedSchema): boolean {
  return Object.keys(fieldsOf(elementOf(schema).properties)).length > 0
}

function describeType(schema: DocumentedSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.items !== undefined) return `${describeType(fieldsOf(schema.items))}[]`
  const choices = choicesOf(schema)
  if (choices.length > 0) return choices.map(describeType).join(' | ')
  return typeof schema.type === 'string' ? schema.type : 'any'
}

function choicesOf(schema: DocumentedSchema): DocumentedSchema[] {
  const choices = schema.anyOf ?? schema.oneOf
  return Array.isArray(choices) ? choices.map(fieldsOf) : []
}
