import { stem } from './split-words.ts'

/**
 * Words with which questions ask about data of any subject: order, comparison, amount, time, and verbs of having and
 * doing. Chosen from the words of questions that no name in the right database is like.
 */
const FRAME = new Set(
  `order sorted ascending descending alphabetical both either common contain correspond associated along together
  include included involved during belong own exist except equal exactly actual found given called made make used done happen
  appear take took taken receive received got get come came go went provide offer keep
  higher lower greater less larger smaller bigger longer shorter older younger greatest lowest biggest smallest fewest
  least longest shortest oldest youngest earliest latest best worst high low big small long short old young new recent
  heavier lighter taller faster slower hotter colder warmer wetter cheaper better worse expensive cheap
  top bottom below above outside among neither nor than usually across never ever once twice often frequent full single without still already since well good
  median mean percentage percent ratio proportion share range difference compare correlation standard deviation variance
  trend increase decrease develop evolve evolution change grow grew grown popular
  half first last next previous current two three four five six seven eight nine ten
  kind part detail result unique anything something people person
  live work sell sold bought buy purchase spend spent pay paid earn win won write wrote written play
  start end begin began hold held place
  time second minute hour day date today yesterday tomorrow week month year quarter
  january february march april may june july august september october november december
  weekday weekend hourly daily weekly monthly quarterly yearly annual
  monday tuesday wednesday thursday friday saturday sunday`
    .split(/\s+/)
    .map(stem),
)
const SUPERLATIVE = /^[a-z]{3,}est$/

/** Whether a stem says how something is asked, and not what. */
export function isFrameWord(own: string): boolean {
  return FRAME.has(own) || SUPERLATIVE.test(own)
}
