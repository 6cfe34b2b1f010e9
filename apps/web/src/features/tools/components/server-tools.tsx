'use client'

import { Checkbox, Stack, Text, Title } from '@mantine/core'
import type { ToolServerDetails } from '@parley/contract'
import type { ReactNode } from 'react'
import { CodeText } from '#web/components/code/code-text.tsx'
import { Spoiler } from '#web/components/spoiler.tsx'
import { TOOL_TEXTS as texts } from '../texts.ts'
import { SchemaFields } from './schema-fields.tsx'
import { readProperties } from './schema-property.ts'

type Values = Readonly<Record<string, string>>

type Props = {
  readonly tools: ToolServerDetails['tools']
  /** Whether the server can be reached at all. */
  readonly isUsable: boolean
  readonly chosen: ReadonlySet<string>
  readonly onToggle: (tool: string) => void
  readonly fixed: Readonly<Record<string, Values>>
  readonly onFix: (tool: string, values: Values) => void
  /** What stands in place of tools where there are none. */
  readonly children: ReactNode
}

/** The tools of a server to choose from, each with its schema and, once chosen, the arguments that can be fixed. */
export function ServerTools({ tools, isUsable, chosen, onToggle, fixed, onFix, children }: Props) {
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {texts.tools}
      </Title>
      {children}
      <Stack gap="xs">
        {tools.map((tool) => (
          <div key={tool.name}>
            <Checkbox
              label={tool.name}
              description={tool.description}
              checked={chosen.has(tool.name)}
              disabled={!isUsable}
              onChange={() => onToggle(tool.name)}
            />
            <Spoiler label={texts.schema}>
              <CodeText code={JSON.stringify(tool.inputSchema, null, 2)} language="json" />
            </Spoiler>
            {chosen.has(tool.name) && (
              <FixedArguments
                schema={tool.inputSchema}
                values={fixed[tool.name] ?? {}}
                onChange={(values) => onFix(tool.name, values)}
              />
            )}
          </div>
        ))}
      </Stack>
    </section>
  )
}

type FixedProps = {
  readonly schema: Readonly<Record<string, unknown>>
  readonly values: Values
  readonly onChange: (values: Values) => void
}

/** Nothing needs a value here, so nothing is marked as required. */
function FixedArguments({ schema, values, onChange }: FixedProps) {
  const properties = readProperties(schema).map((property) => ({ ...property, isRequired: false }))
  if (properties.length === 0) return null
  return (
    <Spoiler label={texts.fixed}>
      <Text size="xs" c="dimmed" mb="xs">
        {texts.fixedHint}
      </Text>
      <SchemaFields
        properties={properties}
        values={values}
        onChange={(key, value) => onChange({ ...values, [key]: value })}
      />
    </Spoiler>
  )
}
