import { afterEach, expect, test, vi } from 'vitest'
import { saveResult } from './save-result.ts'

const CSV = { format: 'csv', name: 'result.csv' } as const

const saved: { name: string; text: Promise<string> }[] = []

function stub(reply: Response) {
  const send = vi.fn(async (..._sent: Parameters<typeof fetch>) => reply)
  const link = { href: '', download: '', click: () => {} }
  vi.stubGlobal('fetch', send)
  vi.stubGlobal('document', { createElement: () => link })
  vi.stubGlobal('URL', {
    createObjectURL: (content: Blob) => {
      saved.push({ name: link.download, text: content.text() })
      return 'blob:1'
    },
    revokeObjectURL: () => {},
  })
  return send
}

afterEach(() => {
  vi.unstubAllGlobals()
  saved.length = 0
})

test('saves every row that the service streams for the statement', async () => {
  const send = stub(new Response('n\r\n1\r\n2\r\n'))
  await saveResult('SELECT n FROM numbers', CSV)
  expect(send.mock.calls[0]?.[0]).toBe('/api/data_source/export')
  expect(send.mock.calls[0]?.[1]?.body).toBe('{"sql":"SELECT n FROM numbers","format":"csv"}')
  expect(await saved[0]?.text).toBe('n\r\n1\r\n2\r\n')
})

test('saves nothing and reports it when the download is incomplete', async () => {
  let isFirst = true
  const body = new ReadableStream({
    pull(controller) {
      if (isFirst) controller.enqueue(new TextEncoder().encode('n\r\n1\r\n'))
      else controller.error(new TypeError('network error'))
      isFirst = false
    },
  })
  stub(new Response(body))
  await expect(saveResult('SELECT 1', CSV)).rejects.toThrow(
    'The download is incomplete: the statement failed, the connection was lost, or the result has more than 10,000,000 rows or takes longer than 10 minutes.',
  )
  expect(saved).toEqual([])
})

test('rejects with the sentence of the service and saves nothing', async () => {
  stub(Response.json({ status: 'error', message: 'The result has more than 5 rows.' }, { status: 413 }))
  await expect(saveResult('SELECT 1', CSV)).rejects.toThrow('The result has more than 5 rows.')
  expect(saved).toEqual([])
})
