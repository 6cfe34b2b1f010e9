import { startService } from './start-service.ts'

/** Playwright's global setup: one service for the whole run. Returns the teardown. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { origin, databaseUrl, stop } = await startService()
  process.env.PARLEY_E2E_ORIGIN = origin
  process.env.PARLEY_E2E_DATABASE_URL = databaseUrl
  return stop
}
