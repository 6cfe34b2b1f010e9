import type { OwnerId } from '@parley/db'
import { type StepResult, soughtRows } from '@parley/evidence'
import { getArtifact } from '../artifact/get-artifact.ts'
import type { KeepDeps, KeptRows } from './keep-results.ts'

type Sought = {
  readonly result: StepResult
  readonly kept: KeptRows
  readonly text: string
  readonly signal: AbortSignal
}

/**
 * Adds to a step's result what its kept rows say: their number, figures of all columns, and the rows that hold numbers or
 * texts of the answer. Returns the result as it is when the kept file is gone.
 */
export async function searchKept(
  deps: Pick<KeepDeps, 'db' | 'blobs' | 'data'>,
  owner: OwnerId,
  { result, kept, text, signal }: Sought,
): Promise<StepResult> {
  const [, artifactId = '', fileName = ''] = kept.path.split('/')
  const file = await getArtifact(deps, owner, { artifactId, fileName }).catch(() => null)
  if (!file) return result
  const { columns, rowCount, figures } = kept
  const search = soughtRows(
    text,
    columns.map(({ name }) => name),
    figures,
  )
  const found = await deps.data.searchRows(owner, { bytes: file.bytes, columns, search, signal })
  const behind = found.filter(({ row }) => row > result.rows.length)
  return { ...result, rowCount, whole: { figures, found: behind } }
}
