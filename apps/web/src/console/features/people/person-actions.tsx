'use client'

import { ActionIcon, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { UserSummary } from '@parley/contract'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDeletion } from '#web/console/components/confirm-deletion.tsx'
import { sentenceOf } from '#web/console/components/sentence-of.ts'
import { useErasePerson, useUpdatePerson } from './hooks.ts'
import { LimitsForm } from './limits-form.tsx'
import { PEOPLE_TEXTS as texts } from './texts.ts'

type Change = { readonly role?: UserSummary['role']; readonly is_disabled?: boolean }

/** The changes of a person's account. */
export function PersonActions({ person }: { person: UserSummary }) {
  const update = useUpdatePerson()
  const erase = useErasePerson()
  const [hasLimits, setHasLimits] = useState(false)
  const { parley_uuid, user_id } = person
  const change = (fields: Change) => update.mutateAsync({ parley_uuid, ...fields })
  const changeNow = (fields: Change) => {
    change(fields).catch((error: unknown) =>
      notifications.show({ color: 'red', title: texts.notChanged, message: sentenceOf(error) }),
    )
  }
  return (
    <ConfirmDeletion
      texts={{
        title: texts.disableTitle,
        text: texts.disableText(user_id),
        confirm: texts.disableConfirm,
        failed: texts.notChanged,
      }}
      onConfirm={() => change({ is_disabled: true })}
    >
      {(askToDisable) => (
        <ConfirmDeletion
          texts={{
            title: texts.eraseTitle,
            text: texts.eraseText(user_id),
            confirm: texts.eraseConfirm,
            failed: texts.notErased,
          }}
          onConfirm={() => erase.mutateAsync({ parley_uuid })}
        >
          {(askToErase) => (
            <>
              <PersonMenu
                person={person}
                onChange={changeNow}
                onDisable={askToDisable}
                onErase={askToErase}
                onLimits={() => setHasLimits(true)}
              />
              {hasLimits && <LimitsForm person={person} onClose={() => setHasLimits(false)} />}
            </>
          )}
        </ConfirmDeletion>
      )}
    </ConfirmDeletion>
  )
}

type MenuProps = {
  readonly person: UserSummary
  readonly onChange: (fields: Change) => void
  readonly onDisable: () => void
  readonly onErase: () => void
  readonly onLimits: () => void
}

function PersonMenu({ person, onChange, onDisable, onErase, onLimits }: MenuProps) {
  const isMember = person.role === 'member'
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.actions(person.user_id)}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onLimits}>{texts.limits}</Menu.Item>
        <Menu.Item onClick={() => onChange({ role: isMember ? 'administrator' : 'member' })}>
          {isMember ? texts.promote : texts.demote}
        </Menu.Item>
        {person.is_disabled ? (
          <Menu.Item onClick={() => onChange({ is_disabled: false })}>{texts.enable}</Menu.Item>
        ) : (
          <Menu.Item color="red" onClick={onDisable}>
            {texts.disable}
          </Menu.Item>
        )}
        <Menu.Item color="red" onClick={onErase}>
          {texts.erase}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
