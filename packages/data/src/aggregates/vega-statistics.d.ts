/** The part of the library that is used here; it has no types. */
declare module 'vega-statistics' {
  export function bin(settings: object): { start: number; stop: number; step: number }
}
