'use client'

import { Button, Menu, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark, IconHistory } from '@tabler/icons-react'
import { FormButtons } from '#web/console/components/form-buttons.tsx'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import { SOURCE_TEXTS } from '../texts.ts'
import {
  forgetStatement,
  openStatement,
  openTabOf,
  type SqlNotebook,
  saveStatement,
  titleOf,
} from './sql-notebook.ts'

const texts = SOURCE_TEXTS.sql
const SHOWN_CHARACTERS = 90

type Props = {
  readonly notebook: SqlNotebook
  readonly change: (by: (notebook: SqlNotebook) => SqlNotebook) => void
}

/** Saves the open statement, and opens saved and earlier ones. */
export function StatementMenu({ notebook, change }: Props) {
  const [isNaming, naming] = useDisclosure(false)
  const { sql } = openTabOf(notebook)
  const saved = notebook.saved.find((statement) => statement.sql === sql)
  const open = (statement: string) => change((before) => openStatement(before, statement))
  return (
    <>
      <Menu position="bottom-start" width="min(22.5rem, 92vw)" shadow="md">
        <Menu.Target>
          <Button size="sm" variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
            {texts.saved}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
          <Menu.Item disabled={sql.trim() === '' || saved !== undefined} onClick={naming.open}>
            {texts.save}
          </Menu.Item>
          {saved && (
            <Menu.Item color="red" onClick={() => change((before) => forgetStatement(before, saved.name))}>
              {texts.forget(saved.name)}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Label>{texts.savedHere}</Menu.Label>
          {notebook.saved.map((statement) => (
            <Menu.Item key={statement.name} onClick={() => open(statement.sql)}>
              {statement.name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Menu position="bottom-start" width={420} shadow="md" disabled={notebook.history.length === 0}>
        <Menu.Target>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconHistory size={16} aria-hidden />}
            disabled={notebook.history.length === 0}
          >
            {texts.history}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
          {notebook.history.map((statement) => (
            <Menu.Item key={statement} onClick={() => open(statement)}>
              <Text size="xs" ff="monospace" lineClamp={2}>
                {statement.replaceAll(/\s+/g, ' ').slice(0, SHOWN_CHARACTERS)}
              </Text>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isNaming} onClose={naming.close} title={texts.save}>
        <NameForm
          first={titleOf(notebook, sql)}
          onSave={(name) => {
            change((before) => saveStatement(before, { name, sql }))
            naming.close()
          }}
          onCancel={naming.close}
        />
      </Modal>
    </>
  )
}

type NameProps = {
  readonly first: string
  readonly onSave: (name: string) => void
  readonly onCancel: () => void
}

function NameForm({ first, onSave, onCancel }: NameProps) {
  const form = useForm({
    initialValues: { name: first },
    validate: { name: (name) => (name.trim() === '' ? COMPONENT_TEXTS.required : null) },
  })
  return (
    <form onSubmit={form.onSubmit(({ name }) => onSave(name.trim()))}>
      <Stack>
        <TextInput
          label={texts.nameOfStatement}
          description={texts.savedHere}
          data-autofocus
          maxLength={80}
          {...form.getInputProps('name')}
        />
        <FormButtons onCancel={onCancel} />
      </Stack>
    </form>
  )
}
