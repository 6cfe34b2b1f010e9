/** Opens the print dialog of the browser for an HTML text, in a frame that runs no script. */
export async function printPage(html: string): Promise<void> {
  const frame = document.createElement('iframe')
  // Without allow-scripts nothing in the frame runs. This page opens the print dialog.
  frame.sandbox.add('allow-same-origin', 'allow-modals')
  frame.style.cssText =
    'position: fixed; inset-inline-start: -10000px; width: 800px; height: 600px; border: 0'
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  const { promise, resolve } = Promise.withResolvers<void>()
  frame.addEventListener('load', () => resolve(), { once: true })
  frame.srcdoc = html
  document.body.append(frame)
  await promise
  const { contentWindow: view, contentDocument: page } = frame
  await Promise.all([...(page?.images ?? [])].map((image) => image.decode().catch(() => undefined)))
  view?.addEventListener('afterprint', () => frame.remove(), { once: true })
  view?.print()
}
