'use client'

import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { EarlyForm } from '#web/console/components/early/early-form.tsx'
import { useEarlyText } from '#web/console/components/early/use-early-input.ts'
import { findRecord } from '../find-record.ts'
import { useLedger } from '../ledger-provider.tsx'
import { LEDGER_TEXTS } from '../texts.ts'

const texts = LEDGER_TEXTS.search

/** One field for everything that has a page: an address, a transaction, a validator, an asset or a block height. */
export function LedgerSearch() {
  const router = useRouter()
  const { client, href } = useLedger()
  const [text, setText] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const field = useEarlyText(setText)

  function search() {
    if (text.trim() === '') return
    const place = findRecord(text, client.network)
    setIsWrong(place === null)
    if (!place) return
    setText('')
    router.push(href(place.path, place.query))
  }

  return (
    <EarlyForm onSubmit={search}>
      <TextInput
        ref={field}
        type="search"
        aria-label={texts.label}
        placeholder={texts.placeholder}
        leftSection={<IconSearch size={16} aria-hidden />}
        autoComplete="off"
        spellCheck={false}
        error={isWrong && texts.nothing}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setIsWrong(false)
        }}
      />
    </EarlyForm>
  )
}
