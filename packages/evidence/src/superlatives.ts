import type { Scopes, TextScope } from './find-scopes.ts'
import { isKeyColumn } from './is-key-column.ts'
import type { MatchedCell, Surroundings } from './match-cells.ts'
import { namesMeasure } from './measure-words.ts'
import type { Pointed } from './pointed-rows.ts'
import type { ResultTable, TableColumn } from './result-table.ts'
import { fold, isSameWord } from './words-of.ts'

type Kind = {
  readonly pattern: RegExp
  readonly end: 'max' | 'min'
  /** The words of the columns that it is about; null where it may be about every column. */
  readonly about: RegExp | null
}

const PRICE = /^(?:price|prices|cost|costs|preis|preise|prix|precio|价)$/
const RAIN = /^(?:rain\w*|precip\w*|regen\w*|niederschlag\w*|pluie\w*|lluvia\w*)$/
const TEMPERATURE = /^(?:temp\w*|°?[cf])$/
/**
 * Superlatives in English, German, French, Spanish and Chinese, in lower case and without accents. "Best" alone may
 * be the cheapest, or a judgement.
 */
const KINDS: readonly Kind[] = [
  {
    pattern: /\b(?:priciest|most expensive|teuerste[nrsm]?|plus cher(?:e?s?)|mas car[oa]s?)\b|最贵/,
    end: 'max',
    about: PRICE,
  },
  {
    pattern:
      /\b(?:cheapest|least expensive|(?:gunstigste|billigste)[nrsm]?|moins cher(?:e?s?)|mas barat[oa]s?)\b|最便宜/,
    end: 'min',
    about: PRICE,
  },
  { pattern: /\b(?:oldest|alteste[nrsm]?|plus agee?s?)\b/, end: 'max', about: /^(?:age|alter|edad)$/ },
  { pattern: /\b(?:youngest|jungste[nrsm]?|plus jeunes?)\b/, end: 'min', about: /^(?:age|alter|edad)$/ },
  { pattern: /\b(?:heaviest|schwerste[nrsm]?)\b/, end: 'max', about: /^(?:weight|mass|gewicht|poids|peso)$/ },
  {
    pattern: /\b(?:lightest|leichteste[nrsm]?)\b/,
    end: 'min',
    about: /^(?:weight|mass|gewicht|poids|peso)$/,
  },
  {
    pattern: /\b(?:hottest|warmest|(?:heisseste|warmste)[nrsm]?)\b|最[热暖]/,
    end: 'max',
    about: TEMPERATURE,
  },
  { pattern: /\b(?:coldest|coolest|kalteste[nrsm]?)\b|最冷/, end: 'min', about: TEMPERATURE },
  {
    pattern:
      /\b(?:wettest|rainiest|(?:regenreichste|niederschlagsreichste|nasseste)[nrsm]?|plus pluvieu(?:x|ses?)|mas lluvios[oa]s?)\b/,
    end: 'max',
    about: RAIN,
  },
  {
    pattern: /\b(?:driest|trockenste[nrsm]?|plus secs?|plus seche?s?|mas sec[oa]s?)\b/,
    end: 'min',
    about: RAIN,
  },
  { pattern: /\bwindiest\b/, end: 'max', about: /^wind\w*$/ },
  {
    pattern:
      /\b(?:highest|largest|greatest|biggest|busiest|strongest|(?:hochste|grosste|starkste|meiste)[nrsm]?|con mas|(?:el|la|los|las) mayor(?:es)?|(?:le|la|les) plus de|(?:the|had|has|have|sold|made) most(?! (?:recent|common|likely|often|important|notable|part)\b)(?! [a-z]+(?:able|ible|ent|ant|ive|ful|ous|al|ed|ing|ic|ular)\b)|(?:le|la|les) plus (?:elevee?s?|grande?s?|hautee?s?|fort[es]*)|(?:el|la|los|las)(?: [a-z]+)? mas (?:alt|grand|fuert)[a-z]*)\b|最[高大多忙强]/,
    end: 'max',
    about: null,
  },
  {
    pattern:
      /\b(?:lowest|smallest|fewest|quietest|weakest|(?:niedrigste|kleinste|wenigste|schwachste)[nrsm]?|con menos|(?:el|la|los|las) menor(?:es)?|(?:le|la|les) (?:moins(?: de)?|plus (?:basse?s?|faibles?|petite?s?))|(?:el|la|los|las)(?: [a-z]+)? mas (?:baj|pequen|debil)[a-z]*)\b|最[低小少弱]/,
    end: 'min',
    about: null,
  },
  {
    pattern:
      /\b(?:peaked|peaks|topped out|hit (?:its|their|a|an)(?: [a-z-]+)? (?:high|peak|maximum)|erreichte(?:n)? (?:seinen|ihren|den) hochststand|a culmine|culmine|alcanzo (?:su|el) maximo)\b|达到[顶頂]?峰|见顶/,
    end: 'max',
    about: null,
  },
  {
    pattern:
      /\b(?:bottomed(?: out)?|hit (?:its|their|a|an)(?: [a-z-]+)? (?:low|minimum)|alcanzo (?:su|el) minimo)\b/,
    end: 'min',
    about: null,
  },
  { pattern: /\bbest[- ]?(?:sell\w*|sold|paid|rated)\b|\b(?:sold|sells?) best\b/, end: 'max', about: null },
]

/** Words that limit a superlative to some of the rows, or to another rank than the first. */
const LIMITED =
  /\b(?:second|third|fourth|fifth|next|2nd|3rd|two|three|four|five|among|one of|after|besides|except|apart|excluding|outside|since|than|both|behind|ever|each|every|within|q[1-4]|h[12]|quarters?|half|summer|winter|spring|autumn|weekends?|weekdays?|zweit\w*|dritt\w*|nach|ausser|als|quartal\w*|halbjahr\w*|pro|deux\w*|trois\w*|apres|que|trimestre\w*|semestre\w*|segund\w*|tercer\w*|tras|despues|cada)\b|^\W*(?:of|between|from|von|zwischen|entre|unter)\b|第[二三]|之一|之后|其次|仅次|季度|半年|每/

/**
 * Whether the words around a number say that its row, or its value, is the highest or lowest, and the whole result has a
 * higher or lower one: "the busiest month was May with 412".
 */
export function contradictsSuperlative(
  { table, cell, isPointed }: MatchedCell,
  around: Surroundings,
  text: string,
): boolean {
  if (around.scopes.header !== null || !around.cues('isSuperlative')) return false
  if (table.result.isLoose || !table.isWhole || table.rows.length < 2) return false
  const said = saidIn(around.scopes, text)
  if (!said) return false
  const { kind, isOfClause } = said
  // "The average highest temperature" is the name of a column.
  if (kind.about === null && table.columns[cell.column]?.cues(kind.end)) return false
  const meant = columnsMeant(kind, { table, said: said.words, at: cell.column })
  if (!isPointed) {
    const column = table.columns[cell.column]
    const isClear = isOfClause && meant.columns.length === 1
    return isClear && column === meant.columns[0] && column ? !isEnd(column, cell.row, meant.ends) : false
  }
  const row = onlyRow(isOfClause ? around.clause : around.sentence, around.sentence)
  if (row === null || row !== cell.row) return false
  if (!isOfClause && around.position.index > 0) return false
  return meant.columns.length > 0 && !meant.columns.some((column) => isEnd(column, row, meant.ends))
}

type Said = { readonly kind: Kind; readonly isOfClause: boolean; readonly words: string }

/** The superlative of a clause, or else of its sentence; null where there is none, or both a highest and a lowest. */
function saidIn({ clause, sentence }: Scopes, text: string): Said | null {
  const known = SAID.get(clause)
  if (known !== undefined) return known
  const [near, whole] = [clause, sentence].map(({ start, end }) =>
    fold(text.slice(start, Math.min(end, start + MOST_CHARACTERS))),
  )
  const kindsIn = (words = '') => KINDS.filter(({ pattern }) => pattern.test(words))
  const ofClause = kindsIn(near)
  const isOfClause = ofClause.length > 0
  const kinds = isOfClause ? ofClause : kindsIn(whole)
  const [kind] = kinds
  const isClear = kind && kinds.every(({ end }) => end === kind.end) && !LIMITED.test(whole ?? '')
  const said = isClear ? { kind, isOfClause, words: (isOfClause ? near : whole) ?? '' } : null
  SAID.set(clause, said)
  return said
}

/** Of each clause, read once. */
const SAID = new WeakMap<TextScope, Said | null>()
const MOST_CHARACTERS = 400

type Meant = { readonly columns: readonly TableColumn[]; readonly ends: readonly ('max' | 'min')[] }

/** The columns that a superlative is about: those that it names, or else all columns of numbers that are no keys. */
function columnsMeant(
  { pattern, about, end }: Kind,
  { table, said, at }: { readonly table: ResultTable; readonly said: string; readonly at: number },
): Meant {
  const columns = table.columns.filter((column) => column.cells.length > 0 && !isKeyColumn(column))
  if (about) {
    const named = columns.filter(({ words }) => words.some((word) => about.test(word)))
    // Among several such columns, the superlative is about the column of the value.
    const own = named.filter((column) => column === table.columns[at])
    if (own.length > 0) return { columns: own, ends: [end] }
    return named.length > 0 ? { columns: named, ends: [end] } : { columns, ends: ['max', 'min'] }
  }
  const found = pattern.exec(said)
  const behind = said.slice((found?.index ?? 0) + (found?.[0].length ?? 0))
  const before = said.slice(0, found?.index ?? 0)
  const places = [NEXT.exec(behind)?.[1], BY.exec(behind)?.[1], SUBJECT.exec(before)?.[1]]
  const named = columns.filter(({ words }) =>
    places.some((place) => place !== undefined && words.some((word) => isSameWord(word, place))),
  )
  if (named.length > 0) return { columns: named, ends: [end] }
  const [next = '', ...others] = [behind.replace(FILLER, ''), ...places.slice(1), chineseBefore(before)]
  const translated = columns.filter(({ words }) =>
    [next.trimStart(), ...others].some((place) => place !== undefined && namesMeasure(place, words)),
  )
  return { columns: translated.length > 0 ? translated : columns, ends: [end] }
}

const NEXT = /^\s+(?:number of |average |total )?([a-z]+)/
const BY = /\b(?:by|nach|par|por)\s+([a-z]+)/
const SUBJECT =
  /([a-z]+)\s+(?:was|were|is|are|war|waren|est|etait|fue|es)\s+(?:(?:in|bei|at)\s+\S{1,30}\s+)?(?:(?:the|am|le|la|el)\s+)?$/

const FILLER = /^\s+(?:(?:number|amount|total|average) (?:of )?|de |d['’]|der |die |an )/

/** The Chinese words directly in front of a superlative, which name what it is about: 销售额最高. */
function chineseBefore(before: string): string | undefined {
  return /[\u4e00-\u9fff]{2,8}$/.exec(before)?.[0]
}

function isEnd({ cells, profile }: TableColumn, row: number, ends: Meant['ends']): boolean {
  const figures = profile()
  return cells.some((cell) => cell.row === row && ends.some((end) => figures?.[end] === cell.value))
}

/** The row that a scope names, where the sentence names rows in one way only; null where it names several. */
function onlyRow({ rows }: Pointed, sentence: Pointed): number | null {
  const [row] = rows
  const columns = new Set(sentence.mentions.map(({ column }) => column))
  return row !== undefined && rows.size === 1 && columns.size === 1 ? row : null
}
