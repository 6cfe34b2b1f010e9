/**
 * Ten hues that differ clearly on both backgrounds and for most colour-blind readers; the first two differ
 * most.
 */
const CATEGORIES: string[] = [
  '#3b82f6',
  '#f97316',
  '#10b981',
  '#a855f7',
  '#eab308',
  '#06b6d4',
  '#ef4444',
  '#84cc16',
  '#ec4899',
  '#94a3b8',
]

/** The two looks of a chart, as Vega-Lite config: the console's and the picture's. Imports nothing, so that a browser can load it. */
export const chartTheme = {
  light: themeOf({
    background: '#ffffff',
    text: '#1f2937',
    muted: '#6b7280',
    grid: '#e5e7eb',
    line: '#9ca3af',
  }),
  dark: themeOf({
    background: '#1a1b1e',
    text: '#e5e7eb',
    muted: '#9ca3af',
    grid: '#2f3136',
    line: '#5c6068',
  }),
} as const

type Tones = { background: string; text: string; muted: string; grid: string; line: string }

function themeOf({ background, text, muted, grid, line }: Tones) {
  const font = '"DejaVu Sans", system-ui, sans-serif'
  return {
    background,
    font,
    padding: 16,
    title: { color: text, fontSize: 16, fontWeight: 600, anchor: 'start', offset: 14, subtitleColor: muted },
    axis: {
      labelColor: muted,
      labelFontSize: 11,
      titleColor: text,
      titleFontSize: 12,
      titleFontWeight: 500,
      titlePadding: 10,
      gridColor: grid,
      domainColor: line,
      tickColor: line,
      labelLimit: 160,
    },
    legend: {
      labelColor: muted,
      labelFontSize: 11,
      titleColor: text,
      titleFontSize: 12,
      titleFontWeight: 500,
    },
    header: { labelColor: muted, titleColor: text },
    view: { stroke: null, continuousWidth: 600, continuousHeight: 340, discreteHeight: { step: 24 } },
    range: { category: CATEGORIES, heatmap: { scheme: 'blues' }, ramp: { scheme: 'blues' } },
    mark: { color: '#3b82f6' },
    line: { strokeWidth: 2 },
    point: { size: 40, filled: true, opacity: 0.8 },
    bar: { cornerRadiusEnd: 2 },
    text: { color: text, fontSize: 11 },
    rule: { color: line },
  } as const
}
