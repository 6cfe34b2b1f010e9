'use client'

import { ActionIcon, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { UserSummary } from '@parley/contract'
import { IconDots } from '@tabler/icons-react'
import { ConfirmDeletion } from '#web/console/components/confirm-deletion.tsx'
import { sentenceOf } from '#web/console/components/sentence-of.ts'
import { useErasePerson, useUpdatePerson } from './hooks.ts'
import { PEOPLE_TEXTS as texts } from './texts.ts'

/** The changes of a person's account. */
export function PersonActions({ person }: { person: UserSummary }) {
  const update = useUpdatePerson()
  const erase = useErasePerson()
  const { parley_uuid, user_id, role, is_disabled } = person
  const change = (fields: { role?: UserSummary['role']; is_disabled?: boolean }) =>
    update.mutateAsync({ parley_uuid, ...fields })
  const changeNow = (fields: Parameters<typeof change>[0]) => {
    change(fields).catch((error: unknown) =>
      notifications.show({ color: 'red', title: texts.notChanged, message: sentenceOf(error) }),
    )
  }
  const other = role === 'member' ? 'administrator' : 'member'
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
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" aria-label={texts.actions(user_id)}>
                  <IconDots size={18} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => changeNow({ role: other })}>
                  {role === 'member' ? texts.promote : texts.demote}
                </Menu.Item>
                {is_disabled ? (
                  <Menu.Item onClick={() => changeNow({ is_disabled: false })}>{texts.enable}</Menu.Item>
                ) : (
                  <Menu.Item color="red" onClick={askToDisable}>
                    {texts.disable}
                  </Menu.Item>
                )}
                <Menu.Item color="red" onClick={askToErase}>
                  {texts.erase}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </ConfirmDeletion>
      )}
    </ConfirmDeletion>
  )
}
