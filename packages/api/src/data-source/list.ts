import { listDataSources as endpoint } from '@parley/contract'
import { listDataSources } from '@parley/core'
import { query } from '../procedure/implement.ts'
import { presentDataSourceSummary } from './present.ts'

export const list = query(endpoint, async ({ deps, owner }) => ({
  data_sources: (await listDataSources(deps, owner)).map(presentDataSourceSummary),
}))
