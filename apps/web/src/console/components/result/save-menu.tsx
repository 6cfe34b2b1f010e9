'use client'

import { Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { artifactUrl, fileName } from '../artifact-url.ts'
import { IconAction } from '../icon-action.tsx'
import type { Chart } from './read-chart.ts'
import type { ResultView } from './result-view.ts'
import { fileNameFor } from './save-image.ts'
import { saveText } from './save-text.ts'
import { RESULT_TEXTS } from './texts.ts'
import type { SaveRows } from './use-save-rows.ts'

const texts = RESULT_TEXTS.save

type Props = {
  readonly result: ResultView
  /** The chart that is shown; null while another view is. */
  readonly chart: Chart | null
  readonly save: SaveRows
  readonly onSavePicture: (format: 'png' | 'svg') => Promise<void>
}

/** Saves the chart as a picture or as its specification, and every row of the result as a file. */
export function SaveMenu({ result, chart, save, onSavePicture }: Props) {
  const { title, files, total, rows, isCut } = result
  const count = isCut && total === null ? texts.allRows : RESULT_TEXTS.rows(total ?? rows.length)
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <IconAction
          label={save.isPending ? texts.busy : texts.open}
          icon={IconDownload}
          loading={save.isPending}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.rows(count)}</Menu.Label>
        {save.formats.map((format) => (
          <Menu.Item key={format} onClick={() => save.start(format)}>
            {texts[format]}
          </Menu.Item>
        ))}
        {chart && (
          <>
            <Menu.Label>{texts.picture}</Menu.Label>
            <Menu.Item onClick={() => void onSavePicture('png')}>{texts.png}</Menu.Item>
            <Menu.Item onClick={() => void onSavePicture('svg')}>{texts.svg}</Menu.Item>
            <Menu.Item onClick={() => saveSpec(title, chart)}>{texts.spec}</Menu.Item>
          </>
        )}
        {files.length > 0 && <Menu.Label>{texts.files}</Menu.Label>}
        {files.map((file) => (
          <Menu.Item key={file} component="a" href={artifactUrl(file)} download>
            {fileName(file)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The specification with its rows, which every tool for Vega-Lite can draw. */
function saveSpec(title: string, { spec, results }: Chart): void {
  const named = results.flatMap(({ name, rows }) => (name === null ? [] : [[name, rows] as const]))
  const data =
    named.length > 0 ? { datasets: Object.fromEntries(named) } : { data: { values: results[0]?.rows ?? [] } }
  const $schema = 'https://vega.github.io/schema/vega-lite/v6.json'
  saveText(
    fileNameFor(title, 'vl.json'),
    'application/json',
    JSON.stringify({ $schema, ...spec, ...data }, null, 2),
  )
}
