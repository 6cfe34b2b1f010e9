import { afterEach, expect, test, vi } from 'vitest'
import { type UploadProgress, uploadFile } from './upload-file.ts'

afterEach(() => vi.unstubAllGlobals())

/** A fake XMLHttpRequest: sends in two halves, then has this reply, or none. */
function stubBrowser(reply: string | null): { opened: string[] } {
  const opened: string[] = []
  class ScriptedRequest {
    readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    onload?: () => void
    onerror?: () => void
    responseText = reply ?? ''

    abort(): void {}

    open(method: string, path: string): void {
      opened.push(`${method} ${path}`)
    }

    send(form: FormData): void {
      const file = form.get('file')
      const total = file instanceof File ? file.size : 0
      for (const loaded of [total / 2, total]) this.upload.onprogress?.({ loaded, total })
      if (reply === null) this.onerror?.()
      else this.onload?.()
    }
  }
  vi.stubGlobal('XMLHttpRequest', ScriptedRequest)
  return { opened }
}

const file = new File(['a,b\n1,2\n'], 'sales.csv')

test('reports the progress of an upload and its result', async () => {
  const { opened } = stubBrowser(
    '{"status":"ok","data":{"id":"1","name":"sales","title":"Sales","tables":[{"row_count":2},{"row_count":3}]}}',
  )
  const progress: UploadProgress[] = []
  expect(await uploadFile(file, { onProgress: (step) => progress.push(step) })).toEqual({
    id: '1',
    name: 'sales',
    title: 'Sales',
    rowCount: 5,
  })
  expect(opened).toEqual(['POST /api/data_source'])
  expect(progress).toEqual([0, 0.5, 1].map((sent) => ({ name: 'sales.csv', sent })))
})

test.each([
  ['a refusal', '{"status":"error","message":"Line 3 has 3 fields."}', 'Line 3 has 3 fields.'],
  ['an invalid reply', '<html>', /reach|offline|connection/i],
  ['no reply', null, /reach|offline|connection/i],
])('rejects with a sentence for %s', async (_what, reply, sentence) => {
  stubBrowser(reply)
  await expect(uploadFile(file, { onProgress: () => undefined })).rejects.toThrow(sentence)
})

test('cancels an upload when its signal aborts', async () => {
  stubBrowser('{"status":"ok","data":{"id":"1","name":"sales"}}')
  const signal = AbortSignal.abort()
  await expect(uploadFile(file, { onProgress: () => undefined, signal })).rejects.toThrow('cancelled')
})
