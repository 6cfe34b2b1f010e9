import { readEmissionInfo } from '../../chain/read-emission-info.ts'
import type { MethodHandler } from './method.ts'

/** Reads height, supply, stake and the next epoch's rewards. */
export const handleEmissionInfo: MethodHandler<'emissionInfo'> = ({ chain, height, emission }) => ({
  result: readEmissionInfo(chain, { height, state: emission() }),
})
