import { readEmissionInfo } from '../../chain/read-emission-info.ts'
import type { Answer } from '../answer.ts'

/** Reads height, supply, stake and the next epoch's rewards. */
export const answerEmissionInfo: Answer<'emissionInfo'> = ({ chain, height, emission }) => ({
  result: readEmissionInfo(chain, { height, state: emission() }),
})
