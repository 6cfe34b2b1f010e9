import { createServer, type Socket } from 'node:net'

export type ScriptedMysql = { readonly port: number; readonly close: () => Promise<void> }

/**
 * A server with the part of MySQL's protocol that the driver uses. It accepts every login. It replies to each
 * statement with one text, or with error 1064 when no reply is configured
 * (https://dev.mysql.com/doc/dev/mysql-server/latest/PAGE_PROTOCOL.html).
 */
export async function startScriptedMysql(
  answer: (statement: string) => string | null,
): Promise<ScriptedMysql> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.write(packet(0, HELLO))
    void serve(socket, answer).catch(() => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no address')
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

const COM_QUERY = 3

async function serve(socket: Socket, answer: (statement: string) => string | null): Promise<void> {
  let isLetIn = false
  for await (const request of packetsOf(socket)) {
    const statement = isLetIn && request[0] === COM_QUERY ? request.subarray(1).toString() : 'SET'
    isLetIn = true
    if (/^(SET|START)\b/.test(statement)) socket.write(packet(request.sequence + 1, OK))
    else socket.write(reply(statement, answer(statement)))
  }
}

function reply(statement: string, text: string | null): Buffer {
  if (text === null) return packet(1, Buffer.concat([FAILED, Buffer.from(`Unscripted: ${statement}`)]))
  const parts = [Buffer.from([1]), COLUMN, END, lengthCoded(text), END]
  return Buffer.concat(parts.map((part, index) => packet(index + 1, part)))
}

type Request = Buffer & { readonly sequence: number }

/** What the client sends, a packet at a time. None of the tests sends one of 16 MB or more. */
async function* packetsOf(socket: Socket): AsyncGenerator<Request> {
  let waiting: Buffer = Buffer.alloc(0)
  for await (const chunk of socket) {
    waiting = Buffer.concat([waiting, chunk])
    while (waiting.length >= 4 && waiting.length >= 4 + waiting.readUIntLE(0, 3)) {
      const length = waiting.readUIntLE(0, 3)
      yield Object.assign(Buffer.from(waiting.subarray(4, 4 + length)), { sequence: waiting[3] ?? 0 })
      waiting = waiting.subarray(4 + length)
    }
  }
}

function packet(sequence: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUIntLE(payload.length, 0, 3)
  head.writeUInt8(sequence, 3)
  return Buffer.concat([head, payload])
}

/** Texts from 251 bytes to 64 KB say their length in two more bytes. */
function lengthCoded(text: string): Buffer {
  const bytes = Buffer.from(text)
  const { length } = bytes
  const head = length < 251 ? [length] : [0xfc, length & 0xff, length >> 8]
  return Buffer.concat([Buffer.from(head), bytes])
}

const UTF8MB4 = 45
const LONG_TEXT = 0xfb

/** Protocol 10, a version, a connection, a scramble in two halves, plain capabilities, native passwords. */
const HELLO = Buffer.concat([
  Buffer.from('\x0a8.4.0\0'),
  Buffer.from([1, 0, 0, 0]),
  Buffer.from('abcdefgh\0'),
  Buffer.from([0x09, 0xa2, UTF8MB4, 2, 0, 0x08, 0, 21]),
  Buffer.alloc(10),
  Buffer.from('ijklmnopqrst\0mysql_native_password\0'),
])
const OK = Buffer.from([0, 0, 0, 2, 0, 0, 0])
const END = Buffer.from([0xfe, 0, 0, 2, 0])
/** 1064, ER_PARSE_ERROR. */
const FAILED = Buffer.concat([Buffer.from([0xff, 0x28, 0x04]), Buffer.from('#42000')])
const COLUMN = Buffer.concat([
  ...['def', '', '', '', 'EXPLAIN', ''].map(lengthCoded),
  Buffer.from([0x0c, UTF8MB4, 0, 0xff, 0xff, 0xff, 0, LONG_TEXT, 0, 0, 0, 0, 0]),
])
