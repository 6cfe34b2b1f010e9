import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startToolServers } from './journey/tool-server.ts'
import { startService } from './start-service.ts'

/** The operator's templates of this installation. */
const TEMPLATE = {
  provider: 'ollama',
  model: 'house',
  base_url: 'http://127.0.0.1:1/v1',
  name: 'House model',
  description: 'Ask the operator for its address.',
  params: { temperature: 0.5, num_ctx: 8192 },
}

/** The operator's prices. */
const PRICES = {
  as_of: '2026-11-01',
  prices: [{ provider: 'ollama', model: 'scripted', input_usd_per_million: 10, output_usd_per_million: 100 }],
}

/** Playwright's global setup: one service and the tool servers for the whole run. Returns the teardown. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const tools = await startToolServers()
  const templatesFile = path.join(tmpdir(), `parley-e2e-templates-${process.pid}.json`)
  writeFileSync(templatesFile, JSON.stringify({ llm_configs: [TEMPLATE] }))
  const pricesFile = path.join(tmpdir(), `parley-e2e-prices-${process.pid}.json`)
  writeFileSync(pricesFile, JSON.stringify(PRICES))
  const service = await startService({
    PARLEY_PRICES_FILE: pricesFile,
    PARLEY_CATALOG_FILE: tools.catalogFile,
    PARLEY_TEMPLATES_FILE: templatesFile,
  })
  process.env.PARLEY_E2E_ORIGIN = service.origin
  process.env.PARLEY_E2E_CHANGE_URL = tools.changeUrl
  process.env.PARLEY_E2E_DATABASE_URL = service.databaseUrl
  return async () => {
    await service.stop()
    await tools.stop()
    for (const file of [templatesFile, pricesFile]) rmSync(file)
  }
}
