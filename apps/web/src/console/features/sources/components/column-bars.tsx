'use client'

import type { useProfile } from '#web/console/queries/data-source.ts'
import { SOURCE_TEXTS } from '../texts.ts'
import classes from './column-bars.module.css'

/** What a column holds, as the service counted it. */
export type ShownProfile = NonNullable<ReturnType<typeof useProfile>['data']>['columns'][number]

const texts = SOURCE_TEXTS.profile

/** How often the values of a column occur, as small bars. */
export function ColumnBars({ profile }: { readonly profile: ShownProfile }) {
  const { name, bars } = profile
  if (bars.length === 0) return null
  const most = Math.max(...bars.map(({ count }) => count))
  const describe = bars.map(({ label, count }, place) =>
    label === null ? texts.part(place + 1, count) : texts.bar(label, count),
  )
  return (
    <div className={classes.bars} role="img" aria-label={`${texts.bars(name)}. ${describe.join(', ')}`}>
      {bars.map(({ count }, place) => (
        <span
          // Bars have no identity and are never reordered.
          key={place}
          className={classes.bar}
          title={describe[place]}
          style={{ height: `${(count / most) * 100}%` }}
        />
      ))}
    </div>
  )
}
