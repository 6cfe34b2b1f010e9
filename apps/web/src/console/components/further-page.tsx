import { Button, Group } from '@mantine/core'
import { ErrorNotice } from './error-notice.tsx'
import { COMPONENT_TEXTS } from './texts.ts'

/** What an infinite query says of its pages. */
type Pages = {
  readonly error: unknown
  readonly fetchNextPage: () => Promise<unknown>
  readonly hasNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly isFetchingNextPage: boolean
}

type Props = {
  readonly pages: Pages
  /** The words of the button that reads the next page. Absent where the list reads it while its user scrolls. */
  readonly more?: string
}

/**
 * The end of a list with further pages: a button that reads the next one, and a notice where it could not be read. The list
 * above keeps what it shows.
 */
export function FurtherPage({ pages, more }: Props) {
  const { error, hasNextPage, isFetchingNextPage, isFetchNextPageError } = pages
  const read = () => void pages.fetchNextPage()
  if (isFetchNextPageError && !isFetchingNextPage)
    return <ErrorNotice error={error} title={COMPONENT_TEXTS.furtherFailed} onRetry={read} />
  if (!hasNextPage || more === undefined) return null
  return (
    <Group>
      <Button variant="default" loading={isFetchingNextPage} onClick={read}>
        {more}
      </Button>
    </Group>
  )
}
