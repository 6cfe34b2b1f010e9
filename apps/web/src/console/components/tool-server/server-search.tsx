'use client'

import { Button, Card, Group, Pagination, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ToolServerSummary } from '@parley/contract'
import { IconSearch, IconTool } from '@tabler/icons-react'
import { useState } from 'react'
import { useServerSearch } from '#web/console/queries/mcp.ts'
import { useEarlyText } from '../early/use-early-input.ts'
import { EmptyState } from '../empty-state.tsx'
import { ErrorNotice } from '../error-notice.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { OutwardLink } from '../markdown/elements.tsx'
import { TOOL_SERVER_TEXTS as texts } from './texts.ts'

const TYPING_MS = 300

type Props = { readonly onOpen: (qualifiedName: string) => void }

/** Searches the registry, page by page. */
export function ServerSearch({ onOpen }: Props) {
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const field = useEarlyText(setText)
  const [q] = useDebouncedValue(text.trim(), TYPING_MS)
  const search = useServerSearch(q, page)
  return (
    <Stack>
      <TextInput
        ref={field}
        type="search"
        aria-label={texts.search}
        placeholder={texts.searchPlaceholder}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setPage(1)
        }}
      />
      {search.isPending && <ListSkeleton rows={3} height={90} />}
      {search.isError && <ErrorNotice error={search.error} onRetry={() => void search.refetch()} />}
      {search.data?.servers.length === 0 && (
        <EmptyState icon={IconTool} title={texts.none} text={texts.noneText} />
      )}
      <SimpleGrid minColWidth="20rem">
        {search.data?.servers.map((server) => (
          <ServerCard
            key={server.qualifiedName}
            server={server}
            onOpen={() => onOpen(server.qualifiedName)}
          />
        ))}
      </SimpleGrid>
      {search.data && <Pages result={search.data} page={page} onChange={setPage} />}
    </Stack>
  )
}

function ServerCard({ server, onOpen }: { server: ToolServerSummary; onOpen: () => void }) {
  return (
    <Card withBorder padding="md" component="article" aria-label={server.displayName}>
      <Stack gap="xs" h="100%" justify="space-between">
        <div>
          <Title order={3} size="h6">
            {server.displayName}
          </Title>
          <Text size="xs" c="dimmed" ff="monospace" truncate>
            {server.qualifiedName}
          </Text>
          <Text size="sm" mt={4} lineClamp={3}>
            {server.description}
          </Text>
        </div>
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            {texts.uses(server.useCount)}
          </Text>
          <Group gap="sm">
            {/^https?:/.test(server.homepage) && (
              <Text size="xs" component="span">
                <OutwardLink href={server.homepage}>{texts.homepage}</OutwardLink>
              </Text>
            )}
            <Button
              size="xs"
              variant="default"
              onClick={onOpen}
              aria-label={`${texts.details}: ${server.displayName}`}
            >
              {texts.details}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Card>
  )
}

type PagesProps = {
  readonly result: {
    readonly servers: readonly unknown[]
    readonly page_size: number
    readonly total: number | null
  }
  readonly page: number
  readonly onChange: (page: number) => void
}

/** When the registry gives no total, a full page means that there may be another page. */
function Pages({ result, page, onChange }: PagesProps) {
  const { servers, page_size: pageSize, total } = result
  const open = servers.length === pageSize ? page + 1 : page
  const count = total === null ? open : Math.ceil(total / pageSize)
  if (count <= 1) return null
  return (
    <Pagination
      total={count}
      value={page}
      onChange={onChange}
      aria-label={texts.page}
      getControlProps={(control) => ({ 'aria-label': control })}
      getItemProps={(item) => ({ 'aria-label': String(item) })}
    />
  )
}
