'use client'

import { Group, Menu, Modal, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCode, IconDownload, IconTable } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useRef } from 'react'
import { artifactUrl, fileName } from '../artifact-url.ts'
import { CodeText } from '../code/code-text.tsx'
import { DataTable } from '../data-table.tsx'
import { IconAction } from '../icon-action.tsx'
import { COMPONENT_TEXTS } from '../texts.ts'
import classes from './chart-figure.module.css'
import type { Chart } from './read-chart.ts'
import type { SaveImage } from './vega-chart.tsx'

const texts = COMPONENT_TEXTS.chart

/** The drawing library is by far the largest script, so it loads only where a chart is shown. */
const VegaChart = dynamic(() => import('./vega-chart.tsx').then((module) => module.VegaChart), {
  ssr: false,
  loading: () => <Skeleton height={380} />,
})

type Props = {
  readonly chart: Chart
  /** Its files on the server: the picture, and the script that draws the same chart. */
  readonly files?: readonly string[]
}

/** An interactive chart with its data, its specification and its files. */
export function ChartFigure({ chart, files = [] }: Props) {
  const saveImage = useRef<SaveImage | null>(null)
  const [isDataShown, data] = useDisclosure(false)
  const [isSpecShown, spec] = useDisclosure(false)
  const title = titleOf(chart)
  return (
    <figure className={classes.figure} aria-label={title}>
      <VegaChart chart={chart} saveImageRef={saveImage} />
      {chart.notes?.map((note) => (
        <Text key={note} size="xs" c="dimmed">
          {note}
        </Text>
      ))}
      <Group justify="flex-end" gap={4} className={classes.tools}>
        <IconAction label={texts.viewData} icon={IconTable} onClick={data.open} />
        <IconAction label={texts.viewSpec} icon={IconCode} onClick={spec.open} />
        <SaveMenu onSave={(format) => saveImage.current?.(format, title)} files={files} />
      </Group>
      <Modal opened={isDataShown} onClose={data.close} title={texts.dataTitle} size="xl">
        {chart.results.map(({ name, rows }) => (
          <DataTable key={name} rows={rows} caption={name ?? title} />
        ))}
      </Modal>
      <Modal opened={isSpecShown} onClose={spec.close} title={texts.specTitle} size="xl">
        <CodeText code={JSON.stringify(chart.spec, null, 2)} language="json" />
      </Modal>
    </figure>
  )
}

type SaveMenuProps = {
  readonly onSave: (format: 'png' | 'svg') => void
  readonly files: readonly string[]
}

function SaveMenu({ onSave, files }: SaveMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconAction label={texts.save} icon={IconDownload} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onSave('png')}>{texts.savePng}</Menu.Item>
        <Menu.Item onClick={() => onSave('svg')}>{texts.saveSvg}</Menu.Item>
        {files.length > 0 && <Menu.Label>{texts.storedFiles}</Menu.Label>}
        {files.map((file) => (
          <Menu.Item key={file} component="a" href={artifactUrl(file)} download>
            {fileName(file)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The title of a specification, given as text or as an object with text. */
function titleOf({ spec }: Chart): string {
  const { title } = spec
  if (typeof title === 'string') return title
  if (typeof title === 'object' && title !== null && 'text' in title && typeof title.text === 'string') {
    return title.text
  }
  return texts.untitled
}
