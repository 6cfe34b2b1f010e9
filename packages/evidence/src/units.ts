type Unit = { readonly dimension: string; readonly factor: number }

/** Units that a name of a column states or an answer shows. Units of one dimension convert by their factors. */
const UNITS: ReadonlyMap<string, Unit> = new Map(
  Object.entries({
    mass: 'mg=1e-6 g=1e-3 gram=1e-3 grams=1e-3 kg=1 kilogram=1 kilograms=1 t=1000 tonne=1000 tonnes=1000 lb=0.45359237 lbs=0.45359237 oz=0.028349523125',
    length:
      'mm=1e-3 millimetre=1e-3 millimetres=1e-3 millimeters=1e-3 cm=1e-2 m=1 metre=1 metres=1 meters=1 km=1000 kilometres=1000 kilometers=1000 mi=1609.344 mile=1609.344 miles=1609.344 ft=0.3048 feet=0.3048 inch=0.0254 inches=0.0254',
    time: 'ns=1e-9 µs=1e-6 us=1e-6 ms=1e-3 s=1 sec=1 second=1 seconds=1 min=60 mins=60 minute=60 minutes=60 h=3600 hr=3600 hrs=3600 hour=3600 hours=3600 day=86400 days=86400 week=604800 weeks=604800',
    data: 'bytes=1 kb=1e3 mb=1e6 gb=1e9 tb=1e12 kib=1024 mib=1048576 gib=1073741824',
    power: 'w=1 watt=1 watts=1 kw=1e3 mw=1e6 gw=1e9',
    energy: 'wh=1 kwh=1e3 mwh=1e6 gwh=1e9 twh=1e12',
    area: 'm²=1 km²=1e6 sqm=1 sqkm=1e6 ha=1e4 hectares=1e4',
    volume: 'ml=1e-3 l=1 litre=1 litres=1 liters=1 m³=1e3',
    // Scales of temperature are never converted.
    celsius: 'c=1 °c=1 celsius=1',
    fahrenheit: 'f=1 °f=1 fahrenheit=1',
    dollar: 'usd=1 $=1 dollar=1 dollars=1 cents=0.01',
    euro: 'eur=1 €=1 euro=1 euros=1',
    pound: 'gbp=1 £=1',
    yen: 'jpy=1 ¥=1',
    rupee: 'inr=1 ₹=1',
    percent: '%=1 pct=1 percent=1 percentage=1 bps=0.01',
    coin: 'chn=1 nchn=1e-9',
  }).flatMap(([dimension, text]) =>
    text.split(' ').map((pair): [string, Unit] => {
      const [name = '', factor = '1'] = pair.split('=')
      return [name, { dimension, factor: Number(factor) }]
    }),
  ),
)

/** One letter says little in a name: `body_mass_g` states grams, `plan_c` no temperature. */
const SINGLE_LETTERS = new Map([
  ['g', /mass|weight/],
  ['t', /mass|weight|ton/],
  ['m', /length|height|depth|dist|width|elev|alt/],
  ['s', /time|dur|latency|elapsed/],
  ['h', /time|dur|elapsed/],
  ['l', /vol|fuel/],
  ['w', /power/],
  ['c', /temp/],
  ['f', /temp/],
])

/** Returns the unit that the name of a column states, such as `g` of `body_mass_g`. Null when it states none. */
export function unitOfColumn(name: string): string | null {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}%°€$£]+/u)
  if (words.length < 2 && !/^(?:percent|percentage|pct)$/.test(words[0] ?? '')) return null
  // Names of counts, such as rainy_days or sum_of_hours, mean the things and not a unit.
  const last = words.at(-1) ?? ''
  if (/^(?:days?|weeks?|seconds|minutes|hours?|mile|feet|min|sec|inch)$/.test(last)) return null
  const context = SINGLE_LETTERS.get(last)
  if (context && !context.test(name.toLowerCase())) return null
  const found = UNITS.has(last)
    ? last
    : words.find((word) => /^(?:pct|percent|percentage|usd|eur|gbp)$/.test(word))
  return found ?? null
}

/** Whether a text is the name of a unit. */
export function isUnit(text: string): boolean {
  return UNITS.has(text.toLowerCase())
}

/**
 * Returns the factor that converts a value of the column to the shown unit; null when a number in that unit cannot be
 * of the column. A column or a number without a unit fits every other.
 */
export function conversionOf(columnUnit: string | null, shown: string | null): number | null {
  const from = columnUnit === null ? undefined : UNITS.get(columnUnit)
  const to = shown === null ? undefined : UNITS.get(shown.toLowerCase())
  if (!from || !to) return 1
  return from.dimension === to.dimension ? from.factor / to.factor : null
}

/** Whether the name of a column says that its values are percentages, though it states no unit. */
export function isPercentageName(name: string): boolean {
  return PERCENTAGES.test(name)
}

const PERCENTAGES =
  /rate|ratio|share|percent|pct|growth|margin|change|increase|decrease|discount|delta|yoy|occupancy|coverage|anteil|quote|prozent|wachstum|zuwachs|änderung|taux|croissance|évolution|tasa|variaci|crecimiento|cuota|%|率|比|占|增长|增幅|涨/i

/** Whether the name of a column is a plural that is counted, such as orders. Sales and costs are money. */
export function isCountName(words: readonly string[]): boolean {
  return /(?<![isu])s$/.test(words.at(-1) ?? '') && !words.some((word) => MONEY.test(word))
}

const MONEY = /^(?:sales|costs|expenses|earnings|fees|wages)$/
