import type { TableColumn } from './result-table.ts'
import { fold } from './words-of.ts'

/** Words that speak of a column without its name, and the words that such a column is named with. */
const ABOUT: readonly (readonly [said: RegExp, names: RegExp])[] = [
  [/\b(?:older|younger|aged|alter|junger|agee?s?|mayores|menores)\b/, /^(?:age|alter|edad|年龄)$/],
  [
    /\b(?:costs?|kosten|kostet|coutent|coute|cuestan?|cheaper|(?:more|less) expensive|billiger|teurer)\b|[贵貴]|便宜/,
    /^(?:price|prices|cost|costs|preis|prix|precio|价|價)$/,
  ],
  [
    /\b(?:earn(?:s|ed|ing)?|verdien(?:t|en)|gagne(?:nt)?|ganan?)\b|挣|賺/,
    /^(?:salary|salaries|pay|wage|wages|income|gehalt|lohn|salaire|salario)$/,
  ],
  [
    /\b(?:weighs?|weighed|heavier|lighter|wieg(?:t|en)|schwerer|leichter)\b/,
    /^(?:weight|mass|gewicht|poids|peso)$/,
  ],
  [/\b(?:warmer|colder|hotter|cooler|kalter)\b/, /^temp\w*$/],
]

/** Returns the columns of which a text speaks without their names: the ages of "older than 40". */
export function columnsAbout(columns: readonly TableColumn[], text: string): TableColumn[] {
  const said = fold(text)
  const names = ABOUT.flatMap(([pattern, name]) => (pattern.test(said) ? [name] : []))
  return columns.filter(({ words }) => words.some((word) => names.some((name) => name.test(word))))
}
