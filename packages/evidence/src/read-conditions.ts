/** Characters of a statement that are read. */
const MOST_CHARACTERS = 20_000

const LITERAL =
  /(?:[<>=]|\blimit|\bbetween|\band|\bin\s?\(|,|\bntile\s?\(|\btop)\s{0,3}'?(-?\d{1,15}(?:\.\d{1,10})?)(?![\d.-])/gi

/** The numbers that the conditions and limits of statements name, such as 30 in `temp_max > 30`. */
export function readConditions(statements: readonly string[]): number[] {
  const found = statements.flatMap((sql) => [...sql.slice(0, MOST_CHARACTERS).matchAll(LITERAL)])
  return [...new Set(found.map(([, digits]) => Number(digits)))].slice(0, 200)
}
