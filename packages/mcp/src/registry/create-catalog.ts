import { readFile } from 'node:fs/promises'
import { AppError } from '@parley/errors'
import * as z from 'zod'
import builtIn from './catalog.json' with { type: 'json' }
import { readDetails, readSummary } from './read-entry.ts'
import { type Registry, type RegistryEntry, type RegistryServer, SEARCH_PAGE_SIZE } from './types.ts'

export type CatalogEntry = RegistryEntry & RegistryServer

/**
 * Creates the built-in catalog: a few servers that run from npm on this machine, after the operator's own
 * entries. It is always available. A search matches every word in name, description or tool names.
 */
export function createCatalog(ownEntries: readonly CatalogEntry[] = []): Registry {
  const own = new Set(ownEntries.map((entry) => entry.qualifiedName))
  const entries = [...ownEntries, ...builtInEntries().filter((entry) => !own.has(entry.qualifiedName))]
  return {
    search: async ({ query, page }) => {
      const words = query.toLowerCase().split(/\s+/).filter(Boolean)
      const found = entries.filter((entry) => words.every((word) => searchText(entry).includes(word)))
      const start = (page - 1) * SEARCH_PAGE_SIZE
      return {
        servers: found.slice(start, start + SEARCH_PAGE_SIZE).map(toSummary),
        page,
        pageSize: SEARCH_PAGE_SIZE,
        total: found.length,
      }
    },
    server: async (qualifiedName) => entries.find((entry) => entry.qualifiedName === qualifiedName) ?? null,
  }
}

/**
 * Reads the operator's catalog: a JSON file `{"servers": [...]}` whose entries have the fields of a search
 * result and of server details. Throws AppError `invalid_config` that names the invalid entry.
 */
export async function readCatalogFile(path: string): Promise<readonly CatalogEntry[]> {
  return (await readServers(path)).map((value, index) => readCatalogEntry(value, index + 1))
}

/** Returns the entries of a catalog file unchanged. Throws like `readCatalogFile`. */
export async function readServers(path: string): Promise<readonly unknown[]> {
  let parsed: unknown
  try {
    parsed = JSON.parse(await readFile(path, 'utf8'))
  } catch (cause) {
    throw new AppError('invalid_config', 'The catalog of tool servers is missing or is not JSON.', {
      cause,
    })
  }
  const file = z.object({ servers: z.array(z.unknown()) }).safeParse(parsed)
  if (!file.success) {
    throw new AppError('invalid_config', 'The catalog of tool servers needs a list called servers.')
  }
  return file.data.servers
}

function readCatalogEntry(value: unknown, position: number): CatalogEntry {
  const summary = readSummary(value)
  const details = readDetails(value)
  if (!summary || !details) {
    throw new AppError(
      'invalid_config',
      `Entry ${position} of the catalog of tool servers has no qualifiedName.`,
    )
  }
  if (!details.connections.some((connection) => connection.deploymentUrl)) {
    throw new AppError(
      'invalid_config',
      `Entry ${position} of the catalog of tool servers has no connection with a deploymentUrl.`,
    )
  }
  return { ...summary, ...details }
}

function builtInEntries(): readonly CatalogEntry[] {
  return builtIn.servers.map((value, index) => readCatalogEntry(value, index + 1))
}

function toSummary(entry: CatalogEntry): RegistryEntry {
  const { qualifiedName, displayName, description, createdAt, useCount, homepage } = entry
  return { qualifiedName, displayName, description, createdAt, useCount, homepage }
}

function searchText(entry: CatalogEntry): string {
  const tools = entry.tools.map((tool) => tool.name).join(' ')
  return `${entry.qualifiedName} ${entry.displayName} ${entry.description} ${tools}`.toLowerCase()
}
