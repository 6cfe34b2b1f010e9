'use client'

import { Group, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { CodeText } from '#web/console/components/code/code-text.tsx'
import { CopyButton } from '#web/console/components/copy-button.tsx'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import { API_REFERENCE_TEXTS as texts } from '../texts.ts'
import type { DocumentedSample } from './read-document.ts'

/** One call of an operation, in the language that the reader chooses. */
export function SampleTabs({ samples }: { readonly samples: readonly DocumentedSample[] }) {
  const [label, setLabel] = useState(samples[0]?.label ?? '')
  const shown = samples.find((sample) => sample.label === label)
  return (
    <Stack gap="xs" align="stretch">
      <Group justify="space-between">
        <SegmentedControl
          aria-label={texts.language}
          size="xs"
          value={label}
          onChange={setLabel}
          data={samples.map((sample) => sample.label)}
        />
        {shown && <CopyButton value={shown.source} label={COMPONENT_TEXTS.copy} isIconOnly />}
      </Group>
      {shown && <CodeText code={shown.source} language={shown.lang} />}
    </Stack>
  )
}
