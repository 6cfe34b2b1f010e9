import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { AppError } from '@parley/errors'

/** The connection or decoder that feeds a body. */
type Source = {
  pause: () => void
  resume: () => void
  abort: (reason: Error) => void
}

/** Maximum bytes buffered before the connection is paused. */
const HIGH_WATER_BYTES = 256 * 1024

const LEAVING_MS = 100

/**
 * The body of a reply. It can be read once, whole or piece by piece. Bytes are counted after decompression;
 * above the cap the exchange fails.
 */
export class ReplyBody {
  readonly #limitBytes: number
  readonly #label: string
  readonly #source: Source
  readonly #decoder: Transform | null
  #chunks: Buffer[] = []
  #heldBytes = 0
  #totalBytes = 0
  #isPaused = false
  #isCollecting = false
  #isEnded = false
  #error: Error | null = null
  #wake: (() => void) | null = null
  #leaving: NodeJS.Timeout | undefined

  constructor(source: Source, options: { limitBytes: number; label: string; encoding: string }) {
    this.#limitBytes = options.limitBytes
    this.#label = options.label
    this.#source = source
    this.#decoder = createDecoder(options.encoding)
    if (this.#decoder === null && !['', 'identity'].includes(options.encoding)) {
      this.#refuse(`${this.#label} sent its reply in an encoding that was not requested.`)
    }
    this.#decoder
      ?.on('data', (chunk: Buffer) => this.#hold(chunk))
      .on('drain', () => source.resume())
      .on('end', () => this.#end())
      .on('error', (cause) => this.#refuse(`${this.#label} sent a reply that cannot be decompressed.`, cause))
  }

  /** Appends a piece from the connection. */
  push(chunk: Buffer): void {
    if (this.#error !== null) return
    if (this.#decoder === null) {
      this.#hold(chunk)
      return
    }
    if (!this.#decoder.write(chunk)) this.#source.pause()
  }

  /** Called when the connection has delivered the whole body. */
  finish(): void {
    clearTimeout(this.#leaving)
    if (this.#error !== null) return
    if (this.#decoder === null) this.#end()
    else this.#decoder.end()
  }

  /** Called when the exchange failed. Readers get this error. */
  fail(error: Error): void {
    clearTimeout(this.#leaving)
    if (this.#isEnded || this.#error !== null) return
    this.#error = error
    this.#chunks = []
    this.#decoder?.destroy()
    this.#wakeReader()
  }

  /** Returns the whole body. Throws the error of a failed exchange. */
  async bytes(): Promise<Buffer> {
    this.#isCollecting = true
    this.#resume()
    while (!this.#isEnded && this.#error === null) await this.#nextChange()
    if (this.#error !== null) throw this.#error
    const [only] = this.#chunks
    const whole = only !== undefined && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks)
    this.#chunks = []
    return whole
  }

  /** Returns the whole body as UTF-8 text. Invalid bytes become U+FFFD. */
  async text(): Promise<string> {
    return (await this.bytes()).toString('utf8')
  }

  /** Yields the body in pieces. Leaving the loop early closes the connection. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, void> {
    try {
      while (true) {
        const chunk = this.#chunks.shift()
        if (chunk !== undefined) {
          this.#heldBytes -= chunk.length
          if (this.#heldBytes < HIGH_WATER_BYTES) this.#resume()
          yield chunk
        } else if (this.#error !== null) throw this.#error
        else if (this.#isEnded) return
        else await this.#nextChange()
      }
    } finally {
      this.cancel()
    }
  }

  /**
   * Discards the rest of the body. The rest has 100 ms to arrive, so that the connection can serve the next
   * request. After that the connection is closed.
   */
  cancel(): void {
    if (this.#isEnded || this.#error !== null) return
    const reason = new AppError(
      'upstream_failed',
      `${this.#label} sent more than was read. The rest of the response was discarded.`,
    )
    this.fail(reason)
    this.#resume()
    this.#leaving = setTimeout(() => this.#source.abort(reason), LEAVING_MS)
  }

  #hold(chunk: Buffer): void {
    if (this.#error !== null) return
    this.#totalBytes += chunk.length
    if (this.#totalBytes > this.#limitBytes) {
      this.#refuse(`${this.#label} sent more than ${formatLimit(this.#limitBytes)}.`)
      return
    }
    this.#chunks.push(chunk)
    this.#heldBytes += chunk.length
    if (!this.#isCollecting) {
      if (this.#heldBytes > HIGH_WATER_BYTES) this.#pause()
      this.#wakeReader()
    }
  }

  #refuse(sentence: string, cause?: unknown): void {
    const error = new AppError('upstream_failed', sentence, { cause })
    this.fail(error)
    this.#source.abort(error)
  }

  #end(): void {
    this.#isEnded = true
    this.#wakeReader()
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  #wakeReader(): void {
    this.#wake?.()
    this.#wake = null
  }

  #pause(): void {
    this.#isPaused = true
    if (this.#decoder === null) this.#source.pause()
    else this.#decoder.pause()
  }

  #resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    if (this.#decoder === null) this.#source.resume()
    else this.#decoder.resume()
  }
}

function createDecoder(encoding: string): Transform | null {
  const name = encoding.trim().toLowerCase()
  if (name === 'gzip' || name === 'x-gzip') return createGunzip()
  if (name === 'br') return createBrotliDecompress()
  if (name === 'deflate') return createInflate()
  return null
}

function formatLimit(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : `${bytes} bytes`
}
