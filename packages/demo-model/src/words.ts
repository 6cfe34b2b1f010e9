/** Words with the same meaning in questions about data, as stems. The first represents all. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['temperature', 'temp', 'degree', 'warm', 'hot', 'cold'],
  ['maximum', 'max', 'highest', 'high', 'top'],
  ['minimum', 'min', 'lowest', 'low'],
  ['average', 'avg', 'mean'],
  ['population', 'pop', 'inhabitant', 'people', 'populous'],
  ['gross', 'revenue', 'earn', 'earning', 'income', 'grossing', 'turnover'],
  ['horsepower', 'hp', 'power', 'powerful'],
  ['precipitation', 'rain', 'rainfall', 'prcp', 'wet'],
  ['weight', 'weigh', 'heavy', 'lbs', 'mass'],
  ['rating', 'rated', 'score'],
  ['running', 'runtime', 'duration', 'long', 'length'],
  ['price', 'quote', 'value', 'worth'],
  ['budget', 'cost', 'expensive', 'spending'],
  ['stake', 'staked', 'staking'],
  ['reward', 'earned'],
  ['wind', 'windy'],
  ['quantity', 'qty', 'amount', 'volume'],
  ['country', 'nation'],
  ['gender', 'sex'],
  ['expectancy', 'expect'],
  ['expectancy', 'expectation'],
  ['fertility', 'birth'],
  ['active', 'isactive'],
  ['acceleration', 'accelerate'],
  ['director', 'directed', 'direct'],
  ['distributor', 'distributed', 'studio'],
  ['usa', 'american', 'america', 'us'],
  ['magnitude', 'strong'],
  ['altitude', 'elevation'],
  ['death', 'die', 'died', 'killed', 'fatality'],
]

const CANONICAL = new Map(
  SYNONYMS.flatMap(([first = '', ...rest]) => rest.map((word) => [word, first] as const)),
)

/** Words in names that do not describe the contents of a column. */
const GENERIC = new Set([
  'amount',
  'number',
  'num',
  'no',
  'total',
  'in',
  'of',
  'per',
  'is',
  'has',
  'the',
  'count',
  'quantity',
])

/** Whether a word describes no contents of a column: "amount". */
export function isGeneric(word: string): boolean {
  return GENERIC.has(word)
}

/**
 * Splits a name or a text into words in lower case, at snake_case, camelCase and digits. `CO2` stays one
 * word.
 */
export function toWords(text: string): string[] {
  const spaced = text.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
  return spaced.toLowerCase().match(/\p{L}+\p{N}*|\p{N}+/gu) ?? []
}

/**
 * Returns a word without its usual English endings: `cylinders` equals `Cylinders`, and `countries` equals
 * `country`.
 */
export function stem(word: string): string {
  const lower = word.toLowerCase()
  if (lower === 'species' || lower === 'series') return lower
  if (lower.length > 4 && lower.endsWith('ies')) return `${lower.slice(0, -3)}y`
  if (lower.length > 4 && lower.endsWith('ie')) return `${lower.slice(0, -2)}y`
  if (/(?:(?:ss|x|ch|sh)|(?:stat|bon|camp|vir|cens)us)es$/.test(lower)) return lower.slice(0, -2)
  if (lower.length > 3 && lower.endsWith('s') && !/(ss|us|is)$/.test(lower)) return lower.slice(0, -1)
  return lower
}

/** Returns how similar two stems are: 1 equal, 0.9 synonyms, 0.7 the same root, 0 unrelated. */
export function likeness(left: string, right: string): number {
  if (left === right) return 1
  if ((CANONICAL.get(left) ?? left) === (CANONICAL.get(right) ?? right)) return 0.9
  const shorter = left.length < right.length ? left : right
  const longer = shorter === left ? right : left
  const shared = sharedLength(shorter, longer)
  if (isAgentOf(left, right) || isAgentOf(right, left)) return 0
  const isFamily =
    (shared >= 5 && shared === shorter.length && shared / longer.length >= 0.6) ||
    shared >= 0.7 * longer.length
  return isFamily && shared >= 5 ? 0.7 : 0
}

/** Whether a word names the person who does what the other word says: a delegator is no delegated amount. */
function isAgentOf(agent: string, other: string): boolean {
  const verb = /^(\p{L}{3,})[eo]r$/u.exec(agent)?.[1]
  return verb !== undefined && other.startsWith(verb) && !other.startsWith(agent)
}

/** Whether a word is the adjective in -y of a noun: "sunny" of "sun", "rainy" of "rain". */
export function isAdjectiveOf(word: string, noun: string): boolean {
  if (noun.length < 3 || !word.endsWith('y')) return false
  const bare = word.slice(0, -1)
  return bare === noun || bare === noun + (noun.at(-1) ?? '') || `${bare}e` === noun
}

/** Whether a word is the regular past of a verb: "hired" of "hire", "shipped" of "ship". */
export function isPastOf(word: string, verb: string): boolean {
  return [`${verb}d`, `${verb}ed`, `${verb}${verb.at(-1)}ed`].includes(word)
}

function sharedLength(left: string, right: string): number {
  let at = 0
  while (at < left.length && left[at] === right[at]) at += 1
  return at
}

/** Returns the stems of a name without generic words. A name of generic words alone keeps them all. */
export function distinctStems(name: string): string[] {
  const stems = toWords(withoutUnit(name)).map(stem)
  const distinct = stems.filter((word) => !GENERIC.has(word))
  return distinct.length > 0 ? distinct : stems
}

const UNIT =
  /\s*\(([^)]{1,8})\)$|[_ ](?:in[_ ])?(lbs|kg|g|mm|cm|km|knots|usd|minutes|feet)$|(?<=time)[_ ](min)$|(?<=temp(?:erature)?)[_ ]([cf])$/i

/** Removes the unit at the end of a name: `Body_Mass_g` and `Body Mass (g)` become the same words. */
function withoutUnit(name: string): string {
  return name.replace(UNIT, '')
}

/** Whether a name is that of an identifier: `track_id`, `TrackId`. */
export function isIdentifier(name: string): boolean {
  return toWords(name).at(-1) === 'id'
}

/** Returns the unit at the end of a name, or undefined. */
export function unitOf(name: string): string | undefined {
  const match = UNIT.exec(name)
  const degrees = match?.[4]
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? (degrees && `°${degrees.toUpperCase()}`)
}

/** Returns a name in words: `temp_max` becomes `maximum temperature`. */
export function toLabel(name: string): string {
  const named = withoutUnit(name)
  const isShouted = named.length > 5 && named === named.toUpperCase()
  const acronyms = new Set(isShouted ? [] : (named.match(/[A-Z]{2,}\d*|[A-Z]+\d+/g) ?? []))
  const bare = toWords(named).map((word) => (acronyms.has(word.toUpperCase()) ? word.toUpperCase() : word))
  if (bare.at(-1) === 'min' && bare.at(-2) === 'time') bare.pop()
  const words = bare.map((word) => LONG_FORMS.get(word.toLowerCase()) ?? word)
  const last = words.at(-1) ?? ''
  const isQualifier = words.length > 1 && ['maximum', 'minimum', 'average'].includes(last)
  return (isQualifier ? [last, ...words.slice(0, -1)] : words).join(' ')
}

const LONG_FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    temp: 'temperature',
    max: 'maximum',
    min: 'minimum',
    avg: 'average',
    pop: 'population',
    expect: 'expectancy',
    usd: 'USD',
    us: 'US',
    dvd: 'DVD',
    imdb: 'IMDB',
    mpaa: 'MPAA',
    id: 'ID',
  }),
)
