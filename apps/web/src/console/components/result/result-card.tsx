'use client'

import { Modal, Tabs, Text } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconArrowsMaximize } from '@tabler/icons-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { CodeText } from '../code/code-text.tsx'
import { CopyButton } from '../copy-button.tsx'
import { ErrorNotice } from '../error-notice.tsx'
import { IconAction } from '../icon-action.tsx'
import { ChartSettings } from './chart-settings.tsx'
import { ChartView } from './chart-view.tsx'
import type { MarkedRow } from './find-marked-rows.ts'
import { MarkedRows } from './marked-rows.tsx'
import classes from './result-card.module.css'
import { ResultTable } from './result-table.tsx'
import type { ResultView } from './result-view.ts'
import { fileNameFor, saveImage } from './save-image.ts'
import { SaveMenu } from './save-menu.tsx'
import { toTabbedText } from './save-text.ts'
import { RESULT_TEXTS as texts } from './texts.ts'
import { type ShownChart, useChart } from './use-chart.ts'
import { useSaveRows } from './use-save-rows.ts'
import type { DrawImage } from './vega-chart.tsx'

type Tab = 'chart' | 'table' | 'sql'

type Props = {
  readonly result: ResultView
  /** What is shown first; a table where there is nothing to draw. */
  readonly initialTab?: Tab | undefined
  /** Rows of the table that are shown before the reader asks for all. */
  readonly shownRows?: number | undefined
  /** False where the statement already stands beside the result. */
  readonly isSqlOffered?: boolean | undefined
}

/** A result as a chart, as a table and as its statement, with everything that a reader can do with it. */
export function ResultCard({ result, initialTab = 'chart', shownRows, isSqlOffered = true }: Props) {
  const [isEnlarged, enlarged] = useDisclosure(false)
  const chart = useChart(result)
  const [tab, setTab] = useState<Tab>(initialTab)
  const [marked, setMarked] = useState<readonly MarkedRow[] | null>(null)
  const showMarked = useCallback((rows: readonly MarkedRow[] | null) => {
    setMarked(rows)
    setTab('table')
  }, [])
  const sql = isSqlOffered ? result.sql : null
  const body = {
    result,
    chart,
    sql,
    tab: tab === 'chart' && !chart.drawn ? 'table' : tab,
    onTab: setTab,
    marked,
    onMarked: showMarked,
  } as const
  return (
    <figure className={classes.card} aria-label={result.title}>
      <Body
        {...body}
        shownRows={shownRows}
        actions={<IconAction label={texts.enlarge} icon={IconArrowsMaximize} onClick={enlarged.open} />}
      />
      <Modal opened={isEnlarged} onClose={enlarged.close} title={result.title} fullScreen>
        <Body {...body} isLarge />
      </Modal>
    </figure>
  )
}

/** The plot of a card. In a low window it is lower, so that an answer's chart is in view down to its axis. */
const PLOT_HEIGHT_PX = { usual: 280, inLowWindow: 200 } as const
const LOW_WINDOW = '(max-height: 48em)'
/** The share of the window that an enlarged chart takes. */
const LARGE_SHARE = 0.66

type BodyProps = {
  readonly result: ResultView
  readonly chart: ShownChart
  readonly sql: string | null
  readonly tab: Tab
  readonly onTab: (tab: Tab) => void
  /** The rows of the mark that was clicked; null for all. */
  readonly marked: readonly MarkedRow[] | null
  readonly onMarked: (rows: readonly MarkedRow[] | null) => void
  readonly shownRows?: number | undefined
  readonly isLarge?: boolean
  readonly actions?: ReactNode
}

function Body({ result, chart, sql, tab, onTab, marked, onMarked, ...look }: BodyProps) {
  const { shownRows, isLarge = false, actions } = look
  const drawImage = useRef<DrawImage | null>(null)
  const save = useSaveRows(result)
  const plotHeight = PLOT_HEIGHT_PX[useMediaQuery(LOW_WINDOW) ? 'inLowWindow' : 'usual']
  async function savePicture(format: 'png' | 'svg') {
    const url = await drawImage.current?.(format)
    if (url) saveImage(fileNameFor(result.title, format), url)
  }
  return (
    <Tabs
      value={tab}
      onChange={(value) => onTab(asTab(value))}
      variant="pills"
      classNames={TAB_CLASSES}
      keepMounted={false}
    >
      {!isLarge && (
        <Text className={classes.title ?? ''} component="figcaption">
          {result.title}
        </Text>
      )}
      <div className={classes.head}>
        <Views canDraw={chart.drawn !== null} hasSql={sql !== null} />
        <div className={classes.tools}>
          {tab === 'chart' && <ChartSettings chart={chart} />}
          <CopyButton
            label={tab === 'sql' ? texts.copySql : texts.copyTable}
            value={tab === 'sql' ? (sql ?? '') : () => toTabbedText(result.rows, result.columns)}
            isIconOnly
          />
          {actions}
          <SaveMenu
            result={result}
            chart={tab === 'chart' ? chart.drawn : null}
            save={save}
            onSavePicture={savePicture}
          />
        </div>
      </div>
      {chart.drawn && (
        <Tabs.Panel value="chart">
          <ChartView
            chart={chart.drawn}
            heightPx={isLarge ? Math.round(window.innerHeight * LARGE_SHARE) : plotHeight}
            drawImageRef={drawImage}
            onMark={onMarked}
          />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="table">
        {marked ? (
          <MarkedRows result={result} marked={marked} onShowAll={() => onMarked(null)} />
        ) : (
          <ResultTable result={result} shownRows={shownRows} isLarge={isLarge} />
        )}
      </Tabs.Panel>
      {sql !== null && (
        <Tabs.Panel value="sql">
          <CodeText code={sql} language="sql" />
        </Tabs.Panel>
      )}
      <Notes result={result} isCutChart={tab === 'chart' && chart.isCut} />
      {save.isError && <ErrorNotice error={save.error} title={texts.save.failed} />}
    </Tabs>
  )
}

function Views({ canDraw, hasSql }: { readonly canDraw: boolean; readonly hasSql: boolean }) {
  return (
    <Tabs.List aria-label={texts.views}>
      <Tabs.Tab value="chart" disabled={!canDraw} title={canDraw ? undefined : texts.noChart}>
        {texts.tabs.chart}
      </Tabs.Tab>
      <Tabs.Tab value="table">{texts.tabs.table}</Tabs.Tab>
      {hasSql && <Tabs.Tab value="sql">{texts.tabs.sql}</Tabs.Tab>}
    </Tabs.List>
  )
}

const TAB_CLASSES = { list: classes.tabs ?? '', tab: classes.tab ?? '', panel: classes.panel ?? '' }

function asTab(value: string | null): Tab {
  return value === 'table' || value === 'sql' ? value : 'chart'
}

/** Notes on what the shown chart or rows do not say themselves. */
function Notes({ result, isCutChart }: { readonly result: ResultView; readonly isCutChart: boolean }) {
  const notes = [...(isCutChart ? [texts.firstRows(result.rows.length, result.total)] : []), ...result.notes]
  return notes.map((note) => (
    <Text key={note} size="xs" c="dimmed" className={classes.note ?? ''}>
      {note}
    </Text>
  ))
}
