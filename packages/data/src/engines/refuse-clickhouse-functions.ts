import { calledFunctions } from '../statement/called-functions.ts'
import type { Send } from './clickhouse-server.ts'
import { ESTIMATE_MS, StatementFailure } from './http-outcome.ts'

/**
 * Refuses a statement that calls a function which may reach outside the server. The server is asked for the origin and
 * the category of every function (https://clickhouse.com/docs/operations/system-tables/functions); functions that users
 * made of programs and categories that this service does not know are refused.
 */
export async function refuseClickhouseFunctions(
  send: Send,
  { sql, signal }: { sql: string; signal: AbortSignal },
): Promise<void> {
  const called = calledFunctions(sql, { dialect: 'clickhouse', words: WORDS }).map(({ name }) => name)
  const unknown = [...new Set(called)].filter(
    (name) => !COMPUTING_TABLES.has(name) && !COMPUTING_FUNCTIONS.has(name),
  )
  if (unknown.length === 0) return
  const allowed = await readAllowed(send, { names: unknown.flatMap(spellingsOf), signal })
  const refused = unknown.find((name) =>
    allowed ? !spellingsOf(name).some((spelling) => allowed.has(spelling)) : REACHING_FUNCTION.test(name),
  )
  if (refused !== undefined)
    throw new StatementFailure('refused', `The function ${refused} is not allowed here.`)
}

/** Table functions that make rows of their arguments alone (https://clickhouse.com/docs/sql-reference/table-functions). */
const COMPUTING_TABLES =
  wordSet(`fuzzjson generate_series generaterandom generateseries null numbers numbers_mt primes
  values view viewifpermitted zeros zeros_mt`)

/** Functions of the categories "Other" and "Internal" that only compute from their arguments or tell of the query. */
const COMPUTING_FUNCTIONS = wordSet(
  `bar blocknumber blocksize bytesize countdigits currentdatabase
  currentuser defaultvalueofargumenttype defaultvalueoftypename digits errorcodetoname finalizeaggregation
  formatreadabledecimalsize formatreadablequantity formatreadablesize formatreadabletimedelta format getsizeofenumtype
  getsubcolumn identity ignore indexhint initializeaggregation isconstant isdecimaloverflow joinget joingetornull
  lowcardinalityindices lowcardinalitykeys materialize minsamplesizecontinuous minsamplesizeconversion neighbor nested
  normalizequery parsereadablesize parsereadablesizeornull parsereadablesizeorzero parsetimedelta rownumberinallblocks
  rownumberinblock runningaccumulate runningdifference runningdifferencestartingwithfirstvalue sleep sleepeachrow
  tocolumntypename totypename transform variantelement varianttype version visiblewidth`,
)

/** Categories of functions that the server gives, all of whose functions only compute, or read what the user was granted. */
const COMPUTING_CATEGORIES =
  `Arithmetic, Arrays, Bit, Bitmap, Comparison, Conditional, Dates and Times, Dictionary, Distance,
  Embedded Dictionary, Encoding, Encryption, Financial, Geo, Geo Polygon, Hash, IP Address, JSON, Logical, Map,
  Mathematical, Null, Numeric Indexed Vector, NumericIndexedVector, QBit, Random Number, Rounding, String,
  String Replacement, String Search, String Splitting, Time Series, Time Window, Tuple, Type Conversion, URL,
  UUID, ULID, Unique Identifiers`.split(/,\s+/)

/** Functions by which a statement reaches outside, for servers that do not tell the category of a function. */
const REACHING_FUNCTION =
  /^((file|url|s3|hdfs|hudi|azureblobstorage)(cluster)?|(iceberg|deltalake|paimon).*|gcs|oss|cosn|filesystem.*|arrowflight|arrowstream|remote|remotesecure|cluster|clusterallreplicas|mysql|postgresql|mongodb|redis|sqlite|jdbc|odbc|ytsaurus|executable|eval|input|loop|dictionary|catboostevaluate|ai[a-z]+|addressto.*|demangle|logtrace)$/

/** Endings of aggregate functions, such as `countIf`. */
const COMBINATOR =
  /(?:if|array|map|simplestate|state|merge|foreach|distinct|ordefault|ornull|resample|argmin|argmax|null|tuple)$/

/** Words of the grammar that a bracket may follow. */
const WORDS =
  wordSet(`all and any apply array as asof between by case columns cross cube distinct else except exists
  final from full global grouping having ilike in inner intersect interpolate interval into is join left like limit not
  offset on or order outer over partition prewhere qualify replace right rollup rows sample select semi sets settings
  then top totals union using when where window with`)

/** Bounds of the reply to the statement of the service itself. */
const LIMITS = { rows: 1000, bytes: 200_000 }

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}

/** A name, and the names of the aggregate functions that it may be a combination of. */
function spellingsOf(name: string): string[] {
  const spellings = [name]
  for (let shorter = name; COMBINATOR.test(shorter); ) {
    shorter = shorter.replace(COMBINATOR, '')
    if (shorter !== '') spellings.push(shorter)
  }
  return spellings
}

/** The names among these that may be called; null when the server does not tell. */
async function readAllowed(
  send: Send,
  { names, signal }: { names: readonly string[]; signal: AbortSignal },
): Promise<ReadonlySet<string> | null> {
  const list = names.map(quoted).join(', ')
  const sql = `SELECT lower(f.name) AS name FROM system.functions AS f LEFT JOIN system.functions AS o ON o.name = f.alias_to
    WHERE lower(f.name) IN (${list}) AND f.origin = 'System'
      AND (f.is_aggregate OR if(f.alias_to = '', f.categories, o.categories) IN (${COMPUTING_CATEGORIES.map(quoted).join(', ')}))
    UNION ALL SELECT lower(name) AS name FROM system.data_type_families WHERE lower(name) IN (${list})`
  const request = { sql, timeoutMs: ESTIMATE_MS, preview: LIMITS, kept: LIMITS }
  const answer = await send(request, signal).catch((error: unknown) => {
    if (signal.aborted || !(error instanceof StatementFailure)) throw error
    return null
  })
  return answer && new Set(answer.result.rows.map(({ name }) => String(name)))
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
