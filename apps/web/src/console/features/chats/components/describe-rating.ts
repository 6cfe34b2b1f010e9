import type { Client } from '#web/console/trpc/client.ts'
import { CHAT_TEXTS } from '../texts.ts'

type Rating = { readonly verdict: 'up' | 'down'; readonly comment: string }

/** Ratings by the position of the answer in its chat, from 1. */
export type Ratings = ReadonlyMap<number, Rating>

/** Reads the ratings of a chat. */
export async function readRatings(client: Client, sessionId: string): Promise<Ratings> {
  const { answers } = await client.session.listAnswers.query({ session_id: sessionId })
  return new Map(answers.flatMap(({ message, rating }) => (rating ? [[message, rating] as const] : [])))
}

/** A rating as a line of an export; null for an answer without one. */
export function describeRating(rating: Rating | undefined): string | null {
  if (!rating) return null
  const { verdict, comment } = rating
  const said = CHAT_TEXTS.rating.inExport[verdict]
  return comment === '' ? said : `${said}: ${comment}`
}
