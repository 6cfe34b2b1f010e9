'use client'

import { Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { IconAction } from '#web/console/components/icon-action.tsx'
import { SOURCE_TEXTS } from '../texts.ts'
import { closeTab, openStatement, openTabOf, type SqlNotebook, titleOf } from './sql-notebook.ts'
import classes from './sql-workbench.module.css'

const texts = SOURCE_TEXTS.sql

type Props = {
  readonly notebook: SqlNotebook
  readonly change: (by: (notebook: SqlNotebook) => SqlNotebook) => void
}

/** The open statements. Several can be open; each keeps its text. */
export function SqlTabs({ notebook, change }: Props) {
  const open = openTabOf(notebook)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={classes.tabs} role="group" aria-label={texts.tabs}>
      {notebook.tabs.map(({ id, sql }, index) => {
        const title = titleOf(notebook, sql) || texts.tab(index + 1)
        return (
          <span key={id} className={classes.tab} data-open={id === open.id}>
            <Button
              size="compact-sm"
              variant="transparent"
              color="gray"
              fw={id === open.id ? 600 : 400}
              aria-pressed={id === open.id}
              onClick={() => change((before) => ({ ...before, openId: id }))}
            >
              {title}
            </Button>
            {notebook.tabs.length > 1 && (
              <IconAction
                label={texts.close(title)}
                icon={IconX}
                iconSize={12}
                size="sm"
                onClick={() => change((before) => closeTab(before, id))}
              />
            )}
          </span>
        )
      })}
      <IconAction
        label={texts.newTab}
        icon={IconPlus}
        onClick={() => change((before) => openStatement(before, ''))}
      />
    </div>
  )
}
