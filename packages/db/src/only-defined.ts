/**
 * Drops keys whose value is undefined, so that fields missing in a request stay unchanged in the database.
 */
export function onlyDefined<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]: Exclude<Fields[Key], undefined> } {
  // Prisma refuses an undefined value and takes an absent key as unchanged.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
