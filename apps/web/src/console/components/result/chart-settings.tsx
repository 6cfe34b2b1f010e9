'use client'

import { Button, MultiSelect, Popover, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import {
  IconChartArcs,
  IconChartAreaLine,
  IconChartBar,
  IconChartDots,
  IconChartLine,
  IconChevronDown,
} from '@tabler/icons-react'
import { CHART_TYPES, type ChartChoice, STACKINGS } from './chart-choice.ts'
import classes from './result-card.module.css'
import { RESULT_TEXTS } from './texts.ts'
import type { ShownChart } from './use-chart.ts'

const texts = RESULT_TEXTS.settings
const ICONS = {
  bar: IconChartBar,
  line: IconChartLine,
  area: IconChartAreaLine,
  point: IconChartDots,
  pie: IconChartArcs,
} as const

/** The lists open inside the panel, so that a click on a list does not close the panel. */
const LISTS = { withinPortal: false } as const

/** The type of a chart; a click opens its type, columns, series and stacking. */
export function ChartSettings({ chart }: { readonly chart: ShownChart }) {
  const { choice, isOriginal, hasOriginal, onChange } = chart
  if (!choice) return null
  const Icon = ICONS[choice.type]
  const name = texts.types[choice.type]
  const change = (changed: Partial<ChartChoice>) => onChange({ ...choice, ...changed })
  return (
    <Popover position="bottom-end" width={300} trapFocus shadow="md">
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          fw={400}
          aria-label={texts.open(name)}
          leftSection={<Icon size={16} aria-hidden />}
          classNames={{ section: classes.typeSection ?? '' }}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          <span className={classes.typeName}>{name}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <TypeButtons type={choice.type} onChange={(type) => change({ type })} />
          <Columns chart={chart} choice={choice} onChange={change} />
          {hasOriginal && (
            <Button variant="default" size="xs" disabled={isOriginal} onClick={() => onChange(null)}>
              {texts.reset}
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

type TypeProps = {
  readonly type: ChartChoice['type']
  readonly onChange: (type: ChartChoice['type']) => void
}

function TypeButtons({ type, onChange }: TypeProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label={texts.type} className={classes.types}>
      {CHART_TYPES.map((offered) => {
        const Icon = ICONS[offered]
        return (
          <Button
            key={offered}
            variant={offered === type ? 'light' : 'subtle'}
            color={offered === type ? 'brand' : 'gray'}
            className={classes.type ?? ''}
            aria-pressed={offered === type}
            onClick={() => onChange(offered)}
          >
            <Icon size={20} aria-hidden />
            <Text size="xs" span>
              {texts.types[offered]}
            </Text>
          </Button>
        )
      })}
    </div>
  )
}

type ColumnsProps = {
  readonly chart: ShownChart
  readonly choice: ChartChoice
  readonly onChange: (changed: Partial<ChartChoice>) => void
}

function Columns({ chart: { columns }, choice, onChange }: ColumnsProps) {
  const names = columns.map(({ name }) => name)
  const numbers = columns.filter(({ kind }) => kind === 'number').map(({ name }) => name)
  const hasSeries = choice.series !== null || choice.y.length > 1
  const isStacked = hasSeries && (choice.type === 'bar' || choice.type === 'area')
  return (
    <>
      <Select
        label={texts.x}
        size="xs"
        allowDeselect={false}
        comboboxProps={LISTS}
        data={names}
        value={choice.x}
        onChange={(x) => x !== null && onChange({ x })}
      />
      <MultiSelect
        label={texts.y}
        size="xs"
        comboboxProps={LISTS}
        data={[...new Set([...numbers, ...choice.y])]}
        value={[...choice.y]}
        onChange={(y) => y.length > 0 && onChange({ y })}
      />
      <Select
        label={texts.series}
        size="xs"
        comboboxProps={LISTS}
        placeholder={texts.noSeries}
        clearable
        data={names.filter((name) => name !== choice.x && !choice.y.includes(name))}
        value={choice.series}
        onChange={(series) => onChange({ series })}
      />
      {isStacked && (
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={texts.stacking}
          data={STACKINGS.map((value) => ({ value, label: texts.stackings[value] }))}
          value={choice.stacking}
          onChange={(stacking) =>
            onChange({ stacking: STACKINGS.find((one) => one === stacking) ?? 'grouped' })
          }
        />
      )}
    </>
  )
}
