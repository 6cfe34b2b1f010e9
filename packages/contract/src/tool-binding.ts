import * as z from 'zod'
import { LIMITS } from './limits.ts'
import { text } from './text.ts'

export const Datatype = z.enum(['string', 'number', 'integer', 'boolean', 'json']).meta({
  id: 'Datatype',
  description: 'How the value of a property is read. A property without a datatype is a string.',
})

/** A fixed value that the owner sets: configuration of a tool server, or a bound argument of the tool. */
export const Property = z
  .object({
    key: text(LIMITS.nameLength)
      .min(1)
      .describe('The name of a setting of the server or of an argument of the tool.'),
    value: text(LIMITS.propertyValueLength).describe(
      'The value as text, whatever its datatype. Empty in replies to API keys without the scope `secrets`.',
    ),
    datatype: Datatype,
  })
  .meta({
    id: 'Property',
    description: 'A fixed value for a setting of a tool server or an argument of its tool.',
  })
export type Property = z.infer<typeof Property>

/** Whether calls of an external tool run, wait for their owner, or are refused. */
export const ApprovalPolicy = z.enum(['auto', 'ask', 'never']).meta({
  id: 'ApprovalPolicy',
  description: 'Whether calls of the tool run (auto), wait for approval (ask) or are refused (never).',
})

export const ToolBinding = z
  .object({
    tool_name: text(LIMITS.nameLength)
      .min(1)
      .meta({ description: 'The name of the tool.', examples: ['execute_sql'] }),
    tool_server_id: text(LIMITS.nameLength)
      .min(1)
      .meta({
        description: 'The server of the tool; `parley` for the built-in tools.',
        examples: ['parley'],
      }),
    properties: z
      .array(Property)
      .max(LIMITS.propertiesPerTool)
      .describe('Fixed values for the server and the tool.'),
    // An addition to the specification; absent means `auto`.
    approval: ApprovalPolicy.optional(),
  })
  .meta({ id: 'ToolBinding', description: 'A tool that an agent may call.' })
export type ToolBinding = z.infer<typeof ToolBinding>

/** Properties as callers send them. A property without a datatype is a string. */
export const PropertyInputs = z
  .array(
    Property.extend({ datatype: Datatype.optional() }).meta({
      id: 'PropertyInput',
      description: 'A fixed value for a setting of a tool server or an argument of its tool.',
    }),
  )
  .max(LIMITS.propertiesPerTool)
  .meta({ description: 'Fixed values for the server and the tool.', examples: [[]] })

export const ToolBindingInput = ToolBinding.extend({ properties: PropertyInputs.optional() }).meta({
  id: 'ToolBindingInput',
  description: 'A tool that an agent may call.',
})
