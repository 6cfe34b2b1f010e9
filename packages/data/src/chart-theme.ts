/**
 * Ten hues around the green of the product, in an order in which neighbours differ in hue and in lightness, for most
 * colour-blind readers too. Each has a contrast of at least 3:1 to its background.
 */
const CATEGORIES = {
  light: [
    '#137c64',
    '#d9692b',
    '#3d68b1',
    '#a98512',
    '#8b4fa3',
    '#2f94bf',
    '#bf3f66',
    '#6f8f2c',
    '#7a5c48',
    '#85837c',
  ],
  dark: [
    '#43b798',
    '#f0935f',
    '#7ea6ea',
    '#dcb945',
    '#bd91d8',
    '#71c4e6',
    '#e87f9f',
    '#a9c667',
    '#bda38e',
    '#a8a6a1',
  ],
}

/** From the palest to the strongest value on each background. */
const RAMPS = {
  light: ['#d9f2ea', '#8fd6c0', '#3aa88b', '#137c64', '#0b4a3d'],
  dark: ['#16332c', '#1d5a4b', '#2a8a71', '#43b798', '#a6e4d0'],
}

/** From below to above a middle. */
const DIVERGING = {
  light: ['#b5551c', '#eab68f', '#f1efe9', '#8fd6c0', '#0f6352'],
  dark: ['#f0935f', '#8c5a3f', '#3b3a37', '#2a7a66', '#5fd3b3'],
}

/** The two looks of a chart, as Vega-Lite config: the console's and the picture's. Imports nothing, so that a browser can load it. */
export const chartTheme = {
  light: themeOf('light', {
    background: '#ffffff',
    text: '#1f1e1c',
    muted: '#565550',
    grid: '#eaeae6',
    line: '#c6c5bf',
  }),
  dark: themeOf('dark', {
    background: '#1c1b1a',
    text: '#ebeae7',
    muted: '#a8a6a1',
    grid: '#2b2a28',
    line: '#4d4b48',
  }),
} as const

type Tones = { background: string; text: string; muted: string; grid: string; line: string }

function themeOf(scheme: 'light' | 'dark', { background, text, muted, grid, line }: Tones) {
  const font = '"DejaVu Sans", system-ui, sans-serif'
  const categories = CATEGORIES[scheme]
  const accent = categories[0] ?? text
  return {
    background,
    font,
    padding: 16,
    title: {
      color: text,
      fontSize: 16,
      fontWeight: 600,
      anchor: 'start',
      offset: 14,
      subtitleColor: muted,
    },
    axis: {
      labelColor: muted,
      labelFontSize: 11,
      labelPadding: 6,
      titleColor: muted,
      titleFontSize: 11,
      titleFontWeight: 500,
      titlePadding: 10,
      gridColor: grid,
      domainColor: line,
      tickColor: line,
      labelLimit: 160,
    },
    axisQuantitative: { domain: false, ticks: false },
    legend: {
      labelColor: muted,
      labelFontSize: 11,
      titleColor: text,
      titleFontSize: 11,
      titleFontWeight: 500,
    },
    header: { labelColor: muted, titleColor: text },
    view: { stroke: null, continuousWidth: 600, continuousHeight: 340, discreteHeight: { step: 24 } },
    range: {
      category: categories,
      ordinal: { scheme: RAMPS[scheme] },
      heatmap: { scheme: RAMPS[scheme] },
      ramp: { scheme: RAMPS[scheme] },
      diverging: { scheme: DIVERGING[scheme] },
    },
    mark: { color: accent },
    line: { strokeWidth: 2 },
    point: { size: 40, filled: true, opacity: 0.8 },
    bar: { cornerRadiusEnd: 3 },
    arc: { stroke: background, strokeWidth: 1.5 },
    text: { color: text, fontSize: 11 },
    rule: { color: line },
  } as const
}
