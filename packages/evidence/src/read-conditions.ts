/** Characters of a statement that are read. */
const MOST_CHARACTERS = 20_000

const LITERAL =
  /(?:[<>=]|\blimit|\bbetween|\band|\bntile\s?\(|\btop)\s{0,3}'?(-?\d{1,15}(?:\.\d{1,10})?)(?![\d.-])/gi
const LIST = /\bin\s{0,3}\(([^()]{1,2000})\)/gi
const LISTED = /(?<=^|,)\s{0,3}'?(-?\d{1,15}(?:\.\d{1,10})?)'?\s{0,3}(?=,|$)/g

/**
 * The numbers that the conditions and limits of statements name, such as 30 in `temp_max > 30`. The 1 of `round(…, 1)`
 * is not among them.
 */
export function readConditions(statements: readonly string[]): number[] {
  const found = statements.flatMap((given) => {
    const sql = given.slice(0, MOST_CHARACTERS)
    const listed = [...sql.matchAll(LIST)].flatMap(([, list = '']) => [...list.matchAll(LISTED)])
    return [...sql.matchAll(LITERAL), ...listed]
  })
  return [...new Set(found.map(([, digits]) => Number(digits)))].slice(0, 200)
}
