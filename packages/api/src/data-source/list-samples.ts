import { listSampleSources as endpoint } from '@parley/contract'
import { query } from '../procedure/implement.ts'

export const listSamples = query(endpoint, async ({ deps }) => ({
  samples: deps.data.samples.map(({ name, title, description }) => ({ name, title, description })),
}))
