import * as z from 'zod'
import { JsonObject } from './text.ts'

const ToolSnapshot = z
  .object({
    description: z.string().describe("The tool's description. The model reads it."),
    input_schema: JsonObject.describe('The JSON schema of its arguments.'),
    hints: JsonObject.describe('What the server says about the effects of the tool.'),
  })
  .meta({ id: 'ToolSnapshot', description: 'A tool as its server defines it.' })
export type ToolSnapshot = z.infer<typeof ToolSnapshot>

/** Why a tool of an agent cannot be called now. `changed` ends when the owner accepts the change. */
export const ToolProblem = z
  .object({
    tool_name: z.string().describe('The name of the tool.'),
    tool_server_id: z.string().describe('The server of the tool.'),
    kind: z.enum(['changed', 'missing', 'needs_sign_in', 'unreachable']).describe('What is wrong.'),
    message: z.string().describe('What is wrong and what to do.'),
    change: z
      .object({
        before: ToolSnapshot,
        after: ToolSnapshot,
        definition_hash: z.string().describe('Names the new definition when the change is accepted.'),
      })
      .optional()
      .describe('The definition that the owner accepted and the one that the server has now.'),
  })
  .meta({ id: 'ToolProblem', description: 'Why a tool of an agent cannot be called now.' })
export type ToolProblem = z.infer<typeof ToolProblem>
