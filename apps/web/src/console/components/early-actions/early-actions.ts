/** The event that an `EarlyActions` element sends when its part of the page is hydrated. */
export const TAKEN_OVER_EVENT = 'parley:taken-over'

/**
 * Records clicks, typed text, chosen files and submitted forms from before the page's script has loaded, and
 * repeats them afterwards. Runs as text in the head of the page, so it uses only its argument.
 */
export function catchEarlyActions(takenOverEvent: string): void {
  const takenOver: Element[] = []
  const early = new Map<Element, () => void>()

  function note({ target }: Event, selector: string, again: (element: HTMLElement) => void): boolean {
    const element = target instanceof Element ? target.closest<HTMLElement>(selector) : null
    // React's listeners are below the window, so React has already handled the event when this listener runs.
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
    // React empties a field during hydration. It ignores a value that was set through the element, because
    // React tracks those writes. It notices a value that was set through the prototype.
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
    // Runs after the script's own first work: an element that the script replaced meanwhile gets no event.
    setTimeout(() => {
      for (const [element, again] of early) {
        if (!target.contains(element)) continue
        early.delete(element)
        again()
      }
    })
  })
}
