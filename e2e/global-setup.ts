import { startToolServer } from './journey/tool-server.ts'
import { startService } from './start-service.ts'

/** Playwright's global setup: one service and one tool server for the whole run. Returns the teardown. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const tools = await startToolServer()
  const service = await startService({ PARLEY_CATALOGUE_FILE: tools.catalogueFile })
  process.env.PARLEY_E2E_ORIGIN = service.origin
  process.env.PARLEY_E2E_DATABASE_URL = service.databaseUrl
  return async () => {
    await service.stop()
    await tools.stop()
  }
}
