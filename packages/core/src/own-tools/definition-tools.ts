import type { Tool, ToolResult } from '@parley/agent'
import { LIMITS } from '@parley/contract'
import type { OwnerId } from '@parley/db'
import { isAppError } from '@parley/errors'
import type { CreateDeps } from '../definition/create-definition.ts'
import { exportDefinitions } from '../exchange/export-definitions.ts'
import { importDefinitions } from '../exchange/import-definitions.ts'

/** An import runs the SQL of each definition, for up to two minutes. */
const IMPORT_TIMEOUT_MS = 130_000

/** A tool that reads the owner's terms, metrics and verified questions. */
export function exportDefinitionsTool(deps: CreateDeps, owner: OwnerId): Tool {
  return {
    name: 'export_definitions',
    description:
      "Reads the owner's terms, metrics and verified questions as a YAML document of the Open Semantic Interchange.",
    parameters: { type: 'object', properties: {} },
    async call() {
      const document = await exportDefinitions(deps, owner, null)
      return { status: 'ok', output: { document }, content: document }
    },
  }
}

/** A tool that creates and updates the owner's definitions, all of a document or none. */
export function importDefinitionsTool(deps: CreateDeps, owner: OwnerId): Tool {
  return {
    name: 'import_definitions',
    description:
      'Creates and updates terms, metrics and verified questions by kind and name, from a document in the form that export_definitions gives. Runs the SQL of each changed one. Deletes none.',
    parameters: {
      type: 'object',
      properties: { document: { type: 'string', maxLength: LIMITS.definitionDocumentLength } },
      required: ['document'],
    },
    timeoutMs: IMPORT_TIMEOUT_MS,
    async call(input, { signal }): Promise<ToolResult> {
      try {
        const imported = await importDefinitions(deps, owner, { document: String(input.document), signal })
        const output = {
          definitions: imported.definitions.map((one) => ({ ...one })),
          left: imported.left.map((one) => ({ ...one })),
        }
        return { status: 'ok', output, content: JSON.stringify(output) }
      } catch (error) {
        if (!isAppError(error)) throw error
        return { status: 'error', output: { error: error.message }, content: error.message }
      }
    },
  }
}
