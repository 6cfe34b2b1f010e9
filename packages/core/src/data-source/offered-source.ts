import { type Database, getUser, type OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import type { DataDeps } from './data-deps.ts'
import type { ReachableSource } from './data-source.ts'

type Deps = { readonly db: Database; readonly data: DataDeps; readonly now: () => Date }

/** Returns the data sources that the service offers the owner, by role, under names that none of the owner's has. */
export async function offeredBeside(
  { db, data, now }: Deps,
  owner: OwnerId,
  own: readonly { readonly name: string }[],
): Promise<ReachableSource[]> {
  const role = data.offered.some((source) => source.role) ? (await getUser(db, owner))?.role : undefined
  // Every query reads its current rows, so it is up to date now.
  const refreshedAt = `${now().toISOString().slice(0, -1)}000`
  const offered = data.offered.filter((source) => source.role === undefined || source.role === role)
  return offered.map(({ role: _, ...source }) => {
    const name = otherName(source.name, new Set(own.map(({ name: taken }) => taken)))
    return { ...source, name, title: '', address: '', bytes: 0, refreshedAt }
  })
}

/** Returns the wanted name, or appends the first number that makes it free. */
export function otherName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  for (let suffix = 2; ; suffix++) if (!taken.has(`${wanted}_${suffix}`)) return `${wanted}_${suffix}`
}

/** Throws `forbidden` for the id of a data source that the service offers. */
export function refuseOffered({ data }: Pick<Deps, 'data'>, id: string): void {
  if (data.offered.some((source) => source.id === id)) {
    throw new AppError(
      'forbidden',
      'The service offers this data source and keeps it up to date. It cannot be changed or deleted.',
    )
  }
}
