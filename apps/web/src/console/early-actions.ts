/** What an `EarlyActions` element sends when the part of the page it stands in has been taken over by its script. */
export const TAKEN_OVER_EVENT = 'parley:taken-over'

/**
 * Notes what somebody clicks, types, chooses or sends before the page's script has arrived, and does it for them once
 * it has. Runs as text in the head of the page, so it refers to nothing but its argument.
 */
export function catchEarlyActions(takenOverEvent: string): void {
  const takenOver: Element[] = []
  const early = new Map<Element, () => void>()

  function note({ target }: Event, selector: string, again: (element: HTMLElement) => void): boolean {
    const element = target instanceof Element ? target.closest<HTMLElement>(selector) : null
    // React listens below the window, so what it has just woken up for has happened by now.
    if (!element || takenOver.some((part) => part.contains(element))) return false
    early.set(element, () => again(element))
    return true
  }

  function typeAgain(event: Event): void {
    const field = event.target
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
    const text = field.value
    note(event, 'input:not([type=file]), textarea', () => type(field, text))
  }

  function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
    // React empties a field it takes over. It then takes no notice of a value it has set itself, on the element;
    // what is set through the prototype it has not seen.
    field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }

  window.addEventListener('click', (event) => note(event, 'button:not([type=submit])', (it) => it.click()))
  window.addEventListener('input', typeAgain)
  window.addEventListener('change', (event) =>
    note(event, 'input[type=file]', (it) => it.dispatchEvent(new Event('change', { bubbles: true }))),
  )
  window.addEventListener('submit', (event) => {
    const isEarly = note(event, 'form', (it) => it instanceof HTMLFormElement && it.requestSubmit())
    if (isEarly) event.preventDefault()
  })
  window.addEventListener(takenOverEvent, ({ target }) => {
    if (!(target instanceof Element)) return
    takenOver.push(target)
    // After what the script itself does first: an element it has replaced by then is not acted on.
    setTimeout(() => {
      for (const [element, again] of early) {
        if (!target.contains(element)) continue
        early.delete(element)
        again()
      }
    })
  })
}
