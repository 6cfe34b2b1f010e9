// What the main thread of a page does, from a report of Lighthouse: the audits `mainthread-work-breakdown` and `bootup-time`.
// Their times are those of Lighthouse's slowed processor.

/** Lists this many scripts, and sums the others. */
const MOST_SCRIPTS = 6

/** @param {any} report @returns {(string | number)[][]} rows of work and milliseconds, the largest first, with their sum */
export function workByKind({ audits }) {
  const { details, numericValue } = audits['mainthread-work-breakdown']
  const rows = details.items.map(({ groupLabel, duration }) => [groupLabel, Math.round(duration)])
  return [...rows, ['sum', Math.round(numericValue)]]
}

/** @param {any} report @returns {(string | number)[][]} rows of script, KiB as sent, milliseconds running and compiling */
export function workByScript({ audits }) {
  const sent = new Map(
    audits['network-requests'].details.items.map(({ url, transferSize }) => [url, transferSize]),
  )
  const scripts = audits['bootup-time'].details.items.map((item) => ({
    name: nameOf(item.url),
    bytes: sent.get(item.url) ?? 0,
    runsMs: item.scripting,
    compilesMs: item.scriptParseCompile,
  }))
  const rest = scripts.slice(MOST_SCRIPTS)
  const others = { name: 'others', bytes: sum(rest, 'bytes'), runsMs: sum(rest, 'runsMs') }
  const listed = [...scripts.slice(0, MOST_SCRIPTS), { ...others, compilesMs: sum(rest, 'compilesMs') }]
  return listed.map(({ name, bytes, runsMs, compilesMs }) => [
    name,
    Math.round(bytes / 1024),
    Math.round(runsMs),
    Math.round(compilesMs),
  ])
}

/** @param {string} url */
function nameOf(url) {
  return URL.canParse(url) ? `\`${new URL(url).pathname.split('/').at(-1) || '/'}\`` : url
}

/** @param {readonly Record<string, any>[]} items @param {string} name */
function sum(items, name) {
  return items.reduce((total, item) => total + item[name], 0)
}
