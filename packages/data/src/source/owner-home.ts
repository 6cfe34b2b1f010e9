import { createHash } from 'node:crypto'

/** The name of an owner's folders: a hash, because an id may have any characters. */
export function ownerHome(ownerId: string): string {
  return createHash('sha256').update(ownerId).digest('hex').slice(0, 32)
}
