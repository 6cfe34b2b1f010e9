/**
 * What the page does while it grows: it keeps the newest exchange in view from its question on, keeps its end in view, or
 * stays where the reader scrolled.
 */
export type Follows = 'exchange' | 'end' | 'nothing'

/** The page after it was scrolled, by itself or by its reader. */
type Scrolled = {
  /** Whether the end is so near that the reader counts as being there. */
  readonly isNearEnd: boolean
  /** Whether the page stands where it scrolled to itself. */
  readonly isOwn: boolean
  /** Whether the page stands below the place at which the newest question is on top. */
  readonly isPastQuestion: boolean
  /** Whether the reader has just used the wheel, the screen, the scroll bar or a key. */
  readonly hasIntent: boolean
}

/**
 * Returns what the page follows after it was scrolled. Content that appears or shrinks scrolls the page too, so only the
 * reader's own scrolling stops the page. A reader who scrolls to the end follows the end.
 */
export function followAfterScroll(follows: Follows, scrolled: Scrolled): Follows {
  const { isNearEnd, isOwn, isPastQuestion, hasIntent } = scrolled
  if (isNearEnd) return follows === 'exchange' && !isPastQuestion ? 'exchange' : 'end'
  return hasIntent && !isOwn ? 'nothing' : follows
}
