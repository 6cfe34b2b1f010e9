import type { Spec } from 'vega'
import { dateFormat } from '#web/language/formats.ts'

/** How Vega labels hours and minutes in a language with a 24-hour clock. By default it writes "01 PM". */
const TIMES_OF_24_HOURS = { hours: '%H:%M', minutes: '%H:%M' }
/** Between noon and one o'clock. */
const AFTERNOON = Date.UTC(2000, 0, 1, 13)

type Group = Pick<Spec, 'scales' | 'axes' | 'marks'>

/** The drawn chart with the clock of the page's language on its axes of time, except where the chart has its own format. */
export function withClock(spec: Spec): Spec {
  return hasTwelveHours() ? spec : withFormats(spec, new Set())
}

function hasTwelveHours(): boolean {
  const format = dateFormat({ hour: 'numeric', timeZone: 'UTC' })
  return format.formatToParts(AFTERNOON).some(({ type }) => type === 'dayPeriod')
}

/** `outer` names the scales of time of the groups around this one. */
function withFormats<Part extends Group>(part: Part, outer: ReadonlySet<string>): Part {
  const { scales = [], axes = [], marks = [] } = part
  const own = scales.filter(({ type }) => type === 'time' || type === 'utc').map(({ name }) => name)
  const times = new Set([...outer, ...own])
  return {
    ...part,
    axes: axes.map((axis) =>
      axis.format === undefined && times.has(axis.scale) ? { ...axis, format: TIMES_OF_24_HOURS } : axis,
    ),
    marks: marks.map((mark) => (mark.type === 'group' ? withFormats(mark, times) : mark)),
  }
}
