/**
 * Which packages of the workspace each package may import, from the ground up. A package that is not listed may import
 * none. ARCHITECTURE.md shows this table; `node scripts/package-table.mjs` writes it there.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const IMPORTS_ALLOWED = {
  contract: [],
  errors: [],
  telemetry: [],
  domain: ['errors'],
  ledger: [],
  net: ['errors'],
  objects: ['errors', 'net'],
  agent: ['domain', 'errors', 'telemetry'],
  llm: ['agent', 'domain', 'errors', 'net'],
  evidence: ['domain'],
  data: ['agent', 'domain', 'errors', 'ledger', 'net', 'objects', 'telemetry'],
  mcp: ['agent', 'domain', 'errors', 'net'],
  db: ['domain', 'errors', 'telemetry'],
  backup: ['db', 'net', 'objects'],
  'ledger-node': ['ledger'],
  'ledger-index': ['db', 'domain', 'errors', 'ledger', 'ledger-node'],
  core: ['agent', 'contract', 'db', 'domain', 'errors', 'evidence', 'telemetry'],
  api: ['contract', 'core', 'domain', 'errors'],
  sdk: ['contract'],
  cli: ['sdk'],
  'sdk-python': [],
  'demo-model': ['domain'],
}
