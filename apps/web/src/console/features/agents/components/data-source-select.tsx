'use client'

import { MultiSelect } from '@mantine/core'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { useSources } from '#web/console/queries/data-source.ts'
import { AGENT_TEXTS as texts } from '../texts.ts'

type Props = {
  /** Null: the agent sees the default data sources. */
  readonly ids: readonly string[] | null
  readonly onChange: (ids: string[] | null) => void
}

/** The data sources that the agent's data tools see; nothing chosen means the default ones. */
export function DataSourceSelect({ ids, onChange }: Props) {
  const sources = useSources()
  if (sources.isLoadingError)
    return (
      <ErrorNotice
        title={texts.dataSourcesNotLoaded}
        error={sources.error}
        onRetry={() => void sources.refetch()}
      />
    )
  return (
    <MultiSelect
      label={texts.dataSources}
      description={texts.dataSourcesHint}
      placeholder={ids === null || ids.length === 0 ? texts.allDataSources : ''}
      disabled={!sources.data}
      searchable
      clearable
      data={(sources.data?.data_sources ?? []).map(({ id, title }) => ({ value: id, label: title }))}
      value={sources.data ? [...(ids ?? [])] : []}
      onChange={(chosen) => onChange(chosen.length === 0 ? null : chosen)}
    />
  )
}
