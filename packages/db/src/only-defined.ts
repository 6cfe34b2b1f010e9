/** Drops the keys whose value is undefined: what a caller did not send must not reach the database. */
export function onlyDefined<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]: Exclude<Fields[Key], undefined> } {
  // Sound for reading: a dropped key reads as absent, which Prisma takes as unchanged.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
