/** What the words of a sentence may say a number is. */
export type Cue =
  | 'sum'
  | 'mean'
  | 'median'
  | 'max'
  | 'min'
  | 'difference'
  | 'ratio'
  | 'share'
  /** A share is named, not only written with a percent sign. */
  | 'isShareOfAll'
  | 'change'
  | 'count'
  /** All rows are meant, not only those that the words name. */
  | 'isOverall'
  /** A number is said to be smaller than another; its sign may be left out. */
  | 'isFall'
  /** A number is said to be larger than another. */
  | 'isRise'
  /** A value is said to move, as in "up 12 %". */
  | 'isMove'

/** Whether the words of a sentence say something of a number. */
export type Cues = (cue: Cue) => boolean

const PATTERNS: Readonly<Record<Cue, RegExp>> = {
  sum: /\b(?:total(?:s|led|ing|es)?|sum|together|combined|altogether|overall|in all|insgesamt|zusammen|gesamt\w*|summe|ensemble|suma)\b/,
  mean: /\b(?:averag\w+|mean|typical(?:ly)?|durchschnitt\w*|mittel(?:wert)?|moyenne|promedio|media)\b/,
  median: /\bm[eé]dian\w*/,
  max: /\b(?:max\w*|highest|most|largest|greatest|biggest|peak\w*|hottest|warmest|longest|tallest|heaviest|best|record|leads?|up to|höchst\w*|größt\w*|meist\w*|plus (?:élevée?|grande?)|máxim\w*|mayor)\b|\bto\s*$/,
  min: /\b(?:min(?:imum|imal)?|lowest|least|smallest|fewest|coldest|coolest|shortest|lightest|worst|driest|niedrigst\w*|kleinst\w*|wenigst\w*|moins|mínim\w*|menor)\b/,
  difference:
    /\b(?:differen\w+|more|less|fewer|higher|lower|above|below|gap|by (?=[\d$€£]|about|around|roughly|some|nearly)|increas\w+|decreas\w+|rose|risen|fell|fallen|grew|drop\w*|gain\w*|range|spread|ahead|warmer|colder|heavier|lighter|longer|shorter|unterschied|mehr|weniger|differenz|höher|niedriger|écart|diferencia|más|menos)/,
  ratio: /\b(?:times|ratio|twice|double|triple|per|fold|mal|fois|veces|rate)\b|\dx\b|×/,
  share:
    /%|\b(?:share|portion|percent\w*|proportion|fraction|half|third|quarters?|thirds|anteil|prozent|part)\b|⅓|⅔|[½¼¾]/,
  isShareOfAll: /\b(?:share|portion|proportion|fraction|part|of (?:all|the (?:total|whole))|anteil)\b/,
  change:
    /\b(?:rose|risen|fell|fallen|grew|growth|increas\w+|decreas\w+|drop\w*|chang\w+|gain\w*|declin\w+|(?:up|down) (?:by|from)|(?<!mak(?:es?|ing) |made )(?:up|down) (?=\d)|went up|went down|higher|lower|more|less|larger|smaller|heavier|lighter|longer|shorter|taller|warmer|colder|faster|slower|cheaper|bigger|jump\w*|gestiegen|gesunken|stieg|sank|wuchs|anstieg|zuwachs|wachstum|zunahme|rückgang|höher|niedriger|augment\w*|hausse|baiss\w*|subió|bajó|aument\w*)\b/,
  count:
    /\b(?:counts?|number of|distinct|different|unique|how many|there (?:are|were|is|was)|records?|rows?|anzahl|nombre|número)\b/,
  isOverall:
    /\b(?:overall|all|across|whole|entire|altogether|everything|in total|insgesamt|gesamt\w*|alle[rn]?|tous|toutes|todos|todas)\b/,
  isRise:
    /\b(?:rose|risen|grew|grown|growth|increas\w+|gain\w*|jump\w*|up (?:by|from|(?=\d))|went up|more|higher|larger|heavier|longer|taller|warmer|faster|bigger|ahead|gestiegen|stieg|wuchs|mehr|höher|augment\w*|subió|aument\w*|más)(?![\p{L}])/u,
  isMove:
    /(?:\b(?:rose|risen|fell|fallen|grew|grown|increased|decreased|dropped|declined|jumped|(?:up|down) (?:by|from|(?=\d))|went (?:up|down)|growth|(?:increase|decrease|decline|drop|jump|rise|fall) of|gestiegen|gesunken|stieg|sank|wuchs|anstieg|zuwachs|wachstum|zunahme|rückgang|hausse|baisse|subió|bajó|aumento)|(?:%|\bpercent|\bprozent)[ -](?:increase|decrease|decline|drop|jump|rise|fall|growth|higher|lower|more|less|fewer|larger|smaller|mehr|weniger|höher|niedriger))(?![\p{L}])/u,
  isFall:
    /\b(?:fell|fall\w*|drop\w*|decreas\w+|declin\w+|less|lower|fewer|below|down|loss|lost|minus|negative|behind|colder|lighter|shorter|gesunken|sank|weniger|niedriger|baiss\w*|bajó|menos)\b/,
}

/**
 * Reads the cues of a sentence in English, and the most frequent ones in German, French and Spanish. Each is sought when
 * it is first asked for: a number that is a cell needs few.
 */
export function readCues(sentence: string): Cues {
  const text = sentence.slice(0, 2000).toLowerCase()
  const known = new Map<Cue, boolean>()
  return (cue) => {
    const found = known.get(cue) ?? PATTERNS[cue].test(text)
    known.set(cue, found)
    return found
  }
}
