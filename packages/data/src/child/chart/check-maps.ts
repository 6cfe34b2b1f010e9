import type { JsonObject } from '@parley/domain'
import { isJsonObject } from '../../json.ts'
import type { ChartData } from './chart-data.ts'
import { chartError } from './chart-error.ts'
import { drawnData } from './drawn-data.ts'
import { visitViews } from './view-tree.ts'

/**
 * Throws for a map whose rows have no geometry, because it would be empty. A row is a GeoJSON feature or geometry
 * (https://www.rfc-editor.org/rfc/rfc7946), or the channel `shape` names a column with one.
 */
export function checkMaps(spec: JsonObject, results: readonly ChartData[]): void {
  visitViews(spec, results[0], (view, outer) => {
    const data = drawnData(view, results) ?? outer
    const { mark, encoding } = view
    const type = isJsonObject(mark) ? mark.type : mark
    const hasShape = isJsonObject(encoding) && 'shape' in encoding
    if (type === 'geoshape' && !hasShape && data && !data.names.has('type') && !data.names.has('geometry')) {
      throw chartError(
        'A map needs rows that are GeoJSON features with a column geometry, or the channel shape with a column of geometries; draw points with longitude and latitude otherwise.',
      )
    }
    return data
  })
}
