import { isUnspaced } from './words-of.ts'

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
  /** Rows are taken together, though a clause names only the last of them: "North and South together". */
  | 'isJoint'
  /** A number is said to be smaller than another; its sign may be left out. */
  | 'isFall'
  /** One column is divided by another: a margin, a rate, "per". */
  | 'isRate'
  /** A superlative may stand in it. */
  | 'isSuperlative'
  /** A number is said to be larger than another. */
  | 'isRise'
  /** A value is said to move, as in "up 12 %". */
  | 'isMove'
  /** Several rows are meant, of which a value may be the sum: "over the five days". */
  | 'isAcross'

/** Whether the words of a sentence say something of a number. */
export type Cues = (cue: Cue) => boolean

const PATTERNS: Readonly<Record<Cue, RegExp>> = {
  sum: /\b(?:total(?:s|led|ing|es)?|add(?:s|ed|ing)? up|sum|together|combined|altogether|overall|in all|insgesamt|zusammen|gesamt\w*|summe|ensemble|suma)\b/,
  mean: /\b(?:averag\w+|avg|mean|typical(?:ly)?|durchschnitt\w*|mittel(?:wert)?|moyenne?s?|promedio|media)\b/,
  median: /\bm[eé]dian\w*/,
  max: /\b(?:max\w*|highest|most|largest|greatest|biggest|peak\w*|hottest|warmest|longest|tallest|heaviest|best|record|leads?|up to|höchst\w*|größt\w*|meist\w*|plus (?:grande?s?|haute?s?|importante?s?|chère?s?)|más (?:alt[oa]s?|grandes?|car[oa]s?)|máxim\w*|mayor)\b|\bplus élevé|\bto\s*$/,
  min: /\b(?:min(?:imum|imal)?|lowest|least|smallest|fewest|coldest|coolest|shortest|lightest|worst|driest|niedrigst\w*|kleinst\w*|wenigst\w*|moins|plus (?:basse?s?|faibles?|petite?s?)|más (?:baj[oa]s?|pequeñ[oa]s?|barat[oa]s?)|mínim\w*|menor)\b/,
  difference:
    /\b(?:differen\w+|more|less|fewer|higher|lower|above|below|gap|by (?=[\d$€£]|about|around|roughly|some|nearly)|(?<!mak(?:es?|ing) |made )(?:up|down) (?=[$€£]?\d[\d.,]*(?![\d.,]| ?%))|increas\w+|decreas\w+|rose|risen|fell|fallen|grew|drop\w*|gain\w*|range|spread|ahead|outsell\w*|outsold|outperform\w*|outpac\w*|outearn\w*|exceed\w*|surpass\w*|warmer|colder|heavier|lighter|longer|shorter|unterschied|mehr|weniger|differenz|höher|niedriger|écart|différence|de (?:plus|moins)|diferencia|más|menos)/,
  ratio:
    /\b(?:average (?:order|basket|deal|ticket|transaction|cart) (?:value|size)|aov|panier moyen|times|ratio|twice|double|triple|per|fold|mal|fois|veces|rate)\b|\dx\b|×/,
  share:
    /%|\b(?:share|portion|percent\w*|proportion|fraction|half|third|quarters?|thirds|anteil|prozent|part|(?:one|eine?[rsn]?|une?|un[oa])(?: \p{L}{1,20})? (?:in|out of(?: every)?|von|sur|de cada) (?:\d|[a-zé]{3,7}\b)|jede[rsnm]? \p{L}+te)\b|⅓|⅔|[½¼¾]/u,
  isShareOfAll: /\b(?:share|portion|proportion|fraction|part|of (?:all|the (?:total|whole))|anteil)\b/,
  change:
    /\b(?:rose|risen|fell|fallen|grew|growth|increas\w+|decreas\w+|drop\w*|chang\w+|gain\w*|declin\w+|(?:up|down) (?:by|from)|(?<!mak(?:es?|ing) |made )(?:up|down) (?=\d)|went up|went down|higher|lower|more|less|larger|smaller|heavier|lighter|longer|shorter|taller|warmer|colder|faster|slower|cheaper|bigger|jump\w*|slipp?\w*|ros[et]|climb\w*|plung\w*|tumbl\w*|soar\w*|surg\w*|outsell\w*|outsold|outperform\w*|outpac\w*|outearn\w*|exceed\w*|surpass\w*|gestiegen|gesunken|gefallen|stieg\w*|sank\w*|fiel\w*|wuchs|anstieg|zuwachs|wachstum|zunahme|rückgang|höher|niedriger|augment\w*|hausse|baiss\w*|chut\w+|progress\w+|sub(?:ió|ieron)|baj(?:ó|aron)|cay(?:ó|eron)|caen|aument\w*|mehr|weniger|größer|kleiner|de (?:plus|moins)|supérieure?s?|inférieure?s?|superior(?:es)?|inferior(?:es)?|más|menos|(?:crec|disminu|diminu|recul)\w+)\b|(?:%|\bpercent|\bprozent) (?:above|below|ahead|über|unter)\b/,
  count:
    /\b(?:counts?|number of|distinct|different|unique|how many|there (?:are|were|is|was)|records?|rows?|anzahl|nombre|número)\b/,
  isOverall:
    /\b(?:overall|all|across|whole|entire|altogether|everything|in total|insgesamt|gesamt\w*|alle[rn]?|tous|toutes|todos|todas)\b/,
  isJoint: /\b(?:together|combined|jointly|zusammen|ensemble|junt[oa]s|en conjunto)\b/,
  isRise:
    /\b(?:rose|risen|grew|grown|growth|increas\w+|gain\w*|jump\w*|up (?:by|from|(?=\d))|went up|more|higher|larger|heavier|longer|taller|warmer|faster|bigger|ahead|gestiegen|stieg|wuchs|mehr|höher|augment\w*|subió|aument\w*|más)(?![\p{L}])/u,
  isMove:
    /(?:\b(?:rose|risen|fell|fallen|grew|grown|increased|decreased|dropped|declined|jumped|(?<!mak(?:es?|ing) |made )(?:up|down) (?:by|from|(?=\d))|went (?:up|down)|growth|(?:increase|decrease|decline|drop|jump|rise|fall) of|gestiegen|gesunken|stieg|sank|fiel|wuchs|anstieg|zuwachs|wachstum|zunahme|rückgang|hausse|baisse|sub(?:ió|ieron)|baj(?:ó|aron)|cay(?:ó|eron)|crec(?:ió|ieron)|aument(?:o|ó|aron)|slipped|climbed|plunged|soared|surged)|(?:%|\bpercent|\bprozent)[ -](?:increase|decrease|decline|drop|jump|rise|fall|growth|higher|lower|more|less|fewer|larger|smaller|mehr|weniger|höher|niedriger))(?![\p{L}])/u,
  isFall:
    /\b(?:fell|fall\w*|drop\w*|decreas\w+|declin\w+|less|lower|fewer|below|down|loss|lost|minus|negative|behind|colder|lighter|shorter|gesunken|sank|weniger|niedriger|baiss\w*|bajó|menos|(?:verlust|rückgang)\w*|pertes?|pérdidas?|(?:diminu|disminu|recul|chut)\w+|cay(?:ó|eron)|caída|bajaron|gefallen|fiel\w*|slipp?\w*|plung\w*|tumbl\w*)(?![\p{L}])/u,
  isAcross:
    /\b(?:over|across|during|throughout) (?:the|all|these|its)(?: (?:whole|entire|full|last|past|first))? (?:\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|period|year|month|week|quarter)\b|\b(?:über|während|in den) (?:die|den|der|allen?|\d+|zwei|drei|vier|fünf|sechs) |\bsur (?:les|la période|l['’]ensemble)\b|\b(?:en|durante) (?:los|las|el período)\b/,
  isRate:
    /\b(?:average (?:order|basket|deal|ticket|transaction|cart) (?:value|size)|aov|bestellwert|warenkorb|panier moyen|valor medio|margins?|rates?|ratios?|per|yield|taux|margen|tasa|pro|je|par|por)\b|(?:quote|marge|rendite)\b/,
  isSuperlative:
    /\b(?:peak|bottom|topped|hit|erreicht|culmin|alcanz)|est\b|\bmost\b|[sß]te[nrsm]?\b|\b(?:plus|moins|m[aá]s|mayor(?:es)?|menor(?:es)?)\b/,
}

/** The same in Chinese, in simplified and traditional characters. */
const CHINESE: Readonly<Record<Cue, RegExp>> = {
  sum: /[总總共合][计計]|[总總]共|一共|[总總][和数數额額量]/,
  mean: /平均|均值/,
  median: /中位/,
  max: /最(?:高|大|多|长|長|重|快|热|熱|暖|好|贵|貴|佳)|峰值/,
  min: /最(?:低|小|少|短|轻|輕|慢|冷|差|便宜)/,
  difference:
    /相差|差[距异異值额額]|[高低多少长長短]于|[高低多少长長短]於|高出|多出|多了|少了|[增减減][加少]|[上下][升降]|比.{1,30}?[高低多少]/,
  ratio: /倍|比率|每/,
  share: /%|百分|分之|占|佔|份[额額]|比例|一半/,
  isShareOfAll: /占|佔|份[额額]|比例/,
  change:
    /[增减減][长長加少]|[上下][升降涨漲跌]|提高|降低|[高低多少]出|比.{1,30}?[高低多少]|[涨漲跌]|[增涨漲降跌]幅|[变變]化/,
  count: /[数數]量|[个個]数|共有|多少|不同|[条條][记記][录錄]|行/,
  isOverall: /全部|所有|[总總]共|一共|整[体體]|全[体體]|合[计計]/,
  isJoint: /一共|共[计計同]|合[计計]|加起[来來]/,
  isRise: /增[长長加]|上[升涨漲]|提高|[涨漲]|[高多]出|[高多]于|[高多]於|比.{1,30}?[高多]/,
  isMove: /增[长長加]|[减減]少|[上下][升降涨漲跌]|同比|[环環]比/,
  isFall: /下[降跌]|[减減]少|降低|跌|[低少]于|[低少]於|比.{1,30}?[低少]/,
  isRate: /率|每|比|客单价|客單價/,
  isAcross: /[天月年周日季]内|期间|期間|以来/,
  isSuperlative: /最|峰|见顶/,
}

/**
 * Reads the cues of a sentence in English and Chinese, and the most frequent ones in German, French and Spanish. Each is
 * sought when it is first asked for: a number that is a cell needs few.
 */
export function readCues(sentence: string): Cues {
  const text = sentence.slice(0, 2000).toLowerCase()
  const hasChinese = isUnspaced(text)
  const known = new Map<Cue, boolean>()
  return (cue) => {
    const read = known.get(cue)
    if (read !== undefined) return read
    const found = PATTERNS[cue].test(text) || (hasChinese && CHINESE[cue].test(text))
    known.set(cue, found)
    return found
  }
}
