/** The event that an `EarlyActions` element sends when its part of the page is hydrated. */
export const TAKEN_OVER_EVENT = 'parley:taken-over'

/**
 * Records clicks, typed text, chosen files and submitted forms from before the page's script has loaded, and
 * repeats them afterwards. Runs as text in the head of the page, so it uses only its argument.
 */
export function catchEarlyActions(takenOverEvent: string): void {
  const takenOver: Element[] = []
  const early = new Map<Element, { readonly event: Event; readonly again: () => void }>()

  function note(event: Event, selector: string, again: (element: HTMLElement) => void): boolean {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null
    if (!element || takenOver.some((part) => part.contains(element))) return false
    early.set(element, { event, again: () => again(element) })
    return true
  }

  /** Comes before React, which stops an event while a script of its part of the page is loading. */
  function listen(type: string, noteIt: (event: Event) => void): void {
    window.addEventListener(type, noteIt, { capture: true })
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

  listen('click', (event) => note(event, 'button:not([type=submit])', (it) => it.click()))
  listen('input', typeAgain)
  listen('change', (event) =>
    note(event, 'input[type=file]', (it) => it.dispatchEvent(new Event('change', { bubbles: true }))),
  )
  window.addEventListener('submit', (event) => {
    const isEarly = note(event, 'form', (it) => it instanceof HTMLFormElement && it.requestSubmit())
    if (isEarly) event.preventDefault()
  })
  window.addEventListener(takenOverEvent, ({ target }) => {
    if (!(target instanceof Element)) return
    takenOver.push(target)
    // React may take a part over in order to hand an event on, which must not be repeated. Typed text it may still lose.
    for (const [element, { event }] of early) {
      const isHandedOn = event.eventPhase !== Event.NONE && event.type !== 'input'
      if (isHandedOn && target.contains(element)) early.delete(element)
    }
    // Runs after the script's own first work: an element that the script replaced meanwhile gets no event.
    setTimeout(() => {
      for (const [element, { again }] of early) {
        if (!target.contains(element)) continue
        early.delete(element)
        again()
      }
    })
  })
}
