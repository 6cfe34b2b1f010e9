'use client'

import { UnstyledButton, useComputedColorScheme } from '@mantine/core'
import { chartTheme } from '@parley/data/chart-theme'
import type { Legend } from './fit-chart.ts'
import classes from './result-card.module.css'
import { DASH } from './show-value.ts'
import { RESULT_TEXTS as texts } from './texts.ts'

type Props = {
  readonly legend: Legend
  readonly hidden: ReadonlySet<string>
  readonly onChange: (hidden: ReadonlySet<string>) => void
}

/** The series with their colours; a click hides a series and shows it again. */
export function ChartLegend({ legend: { entries }, hidden, onChange }: Props) {
  const { category } = chartTheme[useComputedColorScheme('light')].range
  function toggle(entry: string) {
    const changed = new Set(hidden)
    if (!changed.delete(entry)) changed.add(entry)
    // Hiding the last series would leave an empty chart, so it shows all series again.
    onChange(changed.size === entries.length ? new Set() : changed)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label={texts.legend} className={classes.legend}>
      {entries.map((entry, index) => (
        <UnstyledButton
          key={entry}
          className={classes.entry ?? ''}
          aria-pressed={!hidden.has(entry)}
          onClick={() => toggle(entry)}
        >
          <span className={classes.swatch} style={{ background: category[index % category.length] }} />
          {entry === 'null' ? DASH : entry}
        </UnstyledButton>
      ))}
    </div>
  )
}
