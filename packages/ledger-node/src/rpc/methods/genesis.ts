import type { MethodHandler } from './method.ts'

/** Echoes the genesis, defaults included. */
export const handleGenesis: MethodHandler<'genesis'> = ({ chain }) => ({ result: { genesis: chain.genesis } })
