import type { ReadingSettings } from '@parley/domain'
import type { ConvertInput } from '../sandbox/tasks.ts'

/** What the owner chose for a table of the file; empty where everything is decided from the file. */
export function settingsOf(
  { settings = [] }: Pick<ConvertInput, 'settings'>,
  table: string,
): ReadingSettings {
  return settings.find((entry) => entry.table === table)?.settings ?? {}
}
