import type { Database } from './database.ts'

// The table has one row at most.
const ID = 1

/** Returns the sealed secrets of this installation; stores the given ones first when there are none. */
export async function keepInstallationSeal(db: Database, seal: Buffer): Promise<Buffer> {
  // When two processes start for the first time, one row is stored and both read it.
  const data = { id: ID, secretsSeal: new Uint8Array(seal) }
  await db.prisma.installation.createMany({ data, skipDuplicates: true })
  const { secretsSeal } = await db.prisma.installation.findUniqueOrThrow({ where: { id: ID } })
  return Buffer.from(secretsSeal)
}

/** Stores the same secrets, sealed again under a new master key. */
export async function replaceInstallationSeal(db: Database, seal: Buffer): Promise<void> {
  await db.prisma.installation.update({ where: { id: ID }, data: { secretsSeal: new Uint8Array(seal) } })
}

/** Returns the sealed secrets of this installation; null before its first start. */
export async function findInstallationSeal(db: Database): Promise<Buffer | null> {
  const row = await db.prisma.installation.findUnique({ where: { id: ID } })
  return row && Buffer.from(row.secretsSeal)
}
