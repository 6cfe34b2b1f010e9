import type { Answer } from '../answer.ts'

/** Echoes the genesis, defaults included. */
export const answerGenesis: Answer<'genesis'> = ({ chain }) => ({ result: { genesis: chain.genesis } })
