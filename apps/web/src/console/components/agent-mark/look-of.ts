/** The style sheet has this many icons and colours. */
const ICONS = 6
const COLOURS = 8

/** The numbers of an agent's icon and colour. The same id gives the same look. */
export function lookOf(agentId: string): { icon: number; colour: number } {
  let hash = 0
  for (const letter of agentId) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0
  return { icon: hash % ICONS, colour: Math.floor(hash / ICONS) % COLOURS }
}
