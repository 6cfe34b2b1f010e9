const RESERVED_WORDS = new Set(
  `all analyse analyze and anti any array as asc asof asymmetric at authorization binary both by case cast check collate
  collation column columns concurrently constraint create cross default deferrable desc describe distinct do else end
  except false fetch for foreign from full freeze generated glob group having ilike in initially inner intersect into is
  isnull join lambda lateral leading left like limit map natural not notnull null offset on only or order outer overlaps
  pivot pivot_longer pivot_wider placing positional primary qualify references returning right select semi show similar
  some struct summarize symmetric table tablesample then to trailing true try_cast union unique unpack unpivot using
  variadic verbose when where window with`.split(/\s+/),
)

/** Whether SQL reserves a word in lower case, so that a name needs quotes: the keywords of DuckDB. */
export function isReservedWord(word: string): boolean {
  return RESERVED_WORDS.has(word)
}

const OWN_SCHEMAS = new Set(['main', 'temp', 'system', 'memory', 'pg_catalog', 'information_schema'])

/** Whether DuckDB or PostgreSQL has a schema or catalog of this name. A source with this name makes names ambiguous. */
export function isSchemaOfEngine(name: string): boolean {
  return OWN_SCHEMAS.has(name)
}
