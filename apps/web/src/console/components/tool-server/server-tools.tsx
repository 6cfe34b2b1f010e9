'use client'

import { Checkbox, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { CodeText } from '../code/code-text.tsx'
import { Spoiler } from '../spoiler.tsx'
import { ApprovalSelect } from './approval-select.tsx'
import { SchemaFields } from './schema-fields.tsx'
import { readProperties } from './schema-property.ts'
import { TOOL_SERVER_TEXTS as texts } from './texts.ts'
import type { ChosenTools } from './use-chosen-tools.ts'

type Values = Readonly<Record<string, string>>

type Props = {
  readonly tools: ChosenTools['tools']
  /** Whether the server can be reached at all. */
  readonly isUsable: boolean
  readonly onChange: ChosenTools['change']
  /** Shown in place of tools when there are none. */
  readonly children: ReactNode
}

/** The tools of a server; a chosen tool shows its approval and its fixed arguments. */
export function ServerTools({ tools, isUsable, onChange, children }: Props) {
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {texts.tools}
      </Title>
      {children}
      <Stack gap="xs">
        {tools.map((tool) => (
          <div key={tool.name}>
            <Group justify="space-between" align="flex-start" wrap="nowrap">
              <Checkbox
                label={tool.name}
                description={tool.description}
                checked={tool.isChosen}
                disabled={!isUsable}
                onChange={(event) => onChange(tool.name, { isChosen: event.currentTarget.checked })}
              />
              {tool.isChosen && (
                <ApprovalSelect
                  tool={tool.name}
                  value={tool.approval}
                  onChange={(approval) => onChange(tool.name, { approval })}
                />
              )}
            </Group>
            <Spoiler label={texts.schema}>
              <CodeText code={JSON.stringify(tool.inputSchema, null, 2)} language="json" />
            </Spoiler>
            {tool.isChosen && (
              <FixedArguments
                schema={tool.inputSchema}
                values={tool.fixed}
                onChange={(fixed) => onChange(tool.name, { fixed })}
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

/** No argument needs a value here, so none is marked as required. */
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
