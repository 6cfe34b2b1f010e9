import { Button, Group } from '@mantine/core'
import { COMPONENT_TEXTS } from './texts.ts'

type Props = {
  readonly onCancel: () => void
  /** The text of the button that sends the form. Default "Save". */
  readonly submit?: string
  readonly isPending?: boolean
  readonly isDisabled?: boolean
}

/** The end of a form in a dialog: Cancel, and the button that sends the form. */
export function FormButtons({
  onCancel,
  submit = COMPONENT_TEXTS.save,
  isPending = false,
  isDisabled = false,
}: Props) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {COMPONENT_TEXTS.cancel}
      </Button>
      <Button type="submit" loading={isPending} disabled={isDisabled}>
        {submit}
      </Button>
    </Group>
  )
}
