'use client'

import { Button, Group } from '@mantine/core'
import { earlyClick } from '#web/console/components/early/early-click.ts'
import { isLanguage, LANGUAGES } from '#web/language/languages.ts'
import { pageLanguage } from '#web/language/page-language.ts'
import { COMPONENT_TEXTS } from '../texts.ts'
import { keepLanguage } from './keep-language.ts'

/** Chooses the language before a person has signed in. */
export function LanguageChoice() {
  const { language } = pageLanguage()
  return (
    <Group gap={4} role="group" aria-label={COMPONENT_TEXTS.language}>
      {Object.entries(LANGUAGES).map(([tag, name]) => (
        <Button
          key={tag}
          lang={tag}
          size="compact-sm"
          variant={tag === language ? 'light' : 'subtle'}
          aria-pressed={tag === language}
          {...earlyClick(() => isLanguage(tag) && keepLanguage(tag))}
        >
          {name}
        </Button>
      ))}
    </Group>
  )
}
