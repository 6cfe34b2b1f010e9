import { startToolServers } from './journey/tool-server.ts'
import { startService } from './start-service.ts'

/** Playwright's global setup: one service and the tool servers for the whole run. Returns the teardown. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const tools = await startToolServers()
  const service = await startService({ PARLEY_CATALOGUE_FILE: tools.catalogueFile })
  process.env.PARLEY_E2E_ORIGIN = service.origin
  process.env.PARLEY_E2E_CHANGE_URL = tools.changeUrl
  process.env.PARLEY_E2E_DATABASE_URL = service.databaseUrl
  return async () => {
    await service.stop()
    await tools.stop()
  }
}
