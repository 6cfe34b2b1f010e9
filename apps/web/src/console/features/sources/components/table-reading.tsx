'use client'

import { Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { DataSource } from '@parley/contract'
import { IconFileSettings } from '@tabler/icons-react'
import { Spoiler } from '#web/console/components/spoiler.tsx'
import { translateSentence } from '#web/language/translate-sentence.ts'
import { SOURCE_TEXTS } from '../texts.ts'
import { FirstRows } from './first-rows.tsx'
import { ReadingForm } from './reading-form.tsx'

const texts = SOURCE_TEXTS.reading
const SHOWN_NOTES = 5

type Props = { readonly sourceId: string; readonly table: DataSource['tables'][number] }

/** What was assumed when the table was read from its file, and a way to have it read differently. */
export function TableReading({ sourceId, table }: Props) {
  const [isOpen, modal] = useDisclosure(false)
  if (!table.reading) return null
  const { notes } = table.reading
  const first = notes.slice(0, SHOWN_NOTES)
  const rest = notes.slice(SHOWN_NOTES)
  return (
    <Stack gap="xs" mb="sm" component="section" aria-label={texts.title}>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {texts.title}
        </Text>
        <Button
          size="xs"
          variant="default"
          flex="none"
          leftSection={<IconFileSettings size={14} aria-hidden />}
          onClick={modal.open}
        >
          {texts.change}
        </Button>
      </Group>
      {notes.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.nothing}
        </Text>
      ) : (
        <Notes notes={first} />
      )}
      {rest.length > 0 && (
        <Spoiler label={texts.more(rest.length)}>
          <Notes notes={rest} />
        </Spoiler>
      )}
      <Modal opened={isOpen} onClose={modal.close} title={texts.changeTitle(table.name)} size="xl">
        <Stack>
          <ReadingForm sourceId={sourceId} table={table.name} reading={table.reading} onDone={modal.close} />
          <FirstRows table={table.name} />
        </Stack>
      </Modal>
    </Stack>
  )
}

type Reading = NonNullable<Props['table']['reading']>

function Notes({ notes }: { notes: Reading['notes'] }) {
  return (
    <List size="sm" spacing={2}>
      {notes.map(({ column, text }) => (
        <List.Item key={`${column} ${text}`}>
          {column !== undefined && (
            <Text span ff="monospace" size="sm">
              {column}:{' '}
            </Text>
          )}
          {translateSentence(text)}
        </List.Item>
      ))}
    </List>
  )
}
