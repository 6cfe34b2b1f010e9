import { stem } from './split-words.ts'

/** Words that people use for each other in questions about any data. Words of a trade are for the owner's terms. */
const ALIKE = `
  country nation | shop store | movie film | car automobile vehicle | begin start began begun | end finish
  kind type category | person people | job occupation profession | buy purchase bought | client customer
  worker employee staff | wage salary pay earnings | firm company | town city | zip postcode | mail email
  phone telephone | picture photo image | teacher instructor | pupil student | kid child children
  spouse wife husband | sex gender | nationality citizenship | birthday birthdate | cost price | amount quantity
  last family surname | region area | language tongue | year annual | month monthly | day daily
  fly flight flown flew | belong own | inhabitant population populous populated | live reside residence
  location place situated located | make made produce manufacture maker manufacturer | win won winner victory
  lose lost loser loss | write written wrote writer author | speak spoken spoke | teach taught
  sell sold sale | hold held | lead led leader | arrive arrival | depart departure leave left | die death dead died
  born birth | enroll enrolled register registered attend | include contain | popular popularity | damage damaged
  friend friendship | weigh weight | spend spent | give given | know known | take taken took | grow grown`

const GROUPS = ALIKE.split(/[|\n]/).map((line) => line.trim().split(/\s+/).map(stem))
const FIRST = new Map(GROUPS.flatMap(([first = '', ...others]) => others.map((other) => [other, first])))
const GROUP_OF = new Map(GROUPS.flatMap((group) => group.map((one) => [one, group])))

/** One stem for all stems that people use for each other. */
export function everydayStem(own: string): string {
  return FIRST.get(own) ?? own
}

/** The stems that people use for this one, itself among them; empty where there is no other. */
export function everydayStems(own: string): readonly string[] {
  return GROUP_OF.get(own) ?? []
}
