type RefusalOf = typeof import('./refusal-of.ts').refusalOf

/**
 * Loads `refusalOf` with the first file. Where its script cannot be loaded, no file is refused here; the upload then
 * fails with the reason.
 */
export function loadRefusalOf(): Promise<RefusalOf> {
  return import('./refusal-of.ts').then(
    (module) => module.refusalOf,
    () => () => null,
  )
}
