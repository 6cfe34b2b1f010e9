import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** What the tests change in the reply of a passkey. */
export type PasskeyFault = {
  readonly origin?: string
  readonly host?: string
  readonly type?: string
  readonly counter?: number
  /** Bit 0: present, bit 2: verified. */
  readonly flags?: number
  readonly isForged?: boolean
  readonly attestation?: { readonly format: string; readonly statement: Uint8Array }
}

type Options = { readonly challenge: string }

const PRESENT_AND_VERIFIED = 0b101
const HAS_KEY = 0b1000000

/** A passkey of ES256 in the memory of the test, which signs as an authenticator does, or as the test says. */
export function createSoftwarePasskey(place = { origin: 'https://parley.test', host: 'parley.test' }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let counter = 0

  const clientData = (type: string, { challenge }: Options, fault: PasskeyFault) =>
    Buffer.from(JSON.stringify({ type: fault.type ?? type, challenge, origin: fault.origin ?? place.origin }))
  const authenticatorData = (flags: number, fault: PasskeyFault, key = Buffer.alloc(0)) => {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(fault.counter ?? counter)
    const host = createHash('sha256')
      .update(fault.host ?? place.host)
      .digest()
    return Buffer.concat([host, Buffer.from([flags]), count, key])
  }
  const reply = <R extends object>(response: R) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    response,
    clientExtensionResults: {},
  })

  return {
    id: id.toString('base64url'),
    /** Replies to creation options. */
    create(options: Options, fault: PasskeyFault = {}) {
      const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(x, y)])
      const data = authenticatorData((fault.flags ?? PRESENT_AND_VERIFIED) | HAS_KEY, fault, key)
      return reply({
        clientDataJSON: clientData('webauthn.create', options, fault).toString('base64url'),
        attestationObject: attest(data, fault).toString('base64url'),
      })
    },
    /** Replies to request options. */
    get(options: Options, fault: PasskeyFault = {}) {
      const client = clientData('webauthn.get', options, fault)
      const data = authenticatorData(fault.flags ?? PRESENT_AND_VERIFIED, fault)
      const digest = createHash('sha256').update(client).digest()
      const signature = sign('sha256', Buffer.concat([data, digest]), privateKey)
      if (fault.isForged) signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1
      return reply({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}

function coseKey(x: string, y: string): Buffer {
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ])
}

function attest(data: Buffer, { attestation }: PasskeyFault): Buffer {
  const { format, statement } = attestation ?? { format: 'none', statement: Buffer.from([0xa0]) }
  return Buffer.concat([
    Buffer.from([0xa3]),
    cborText('fmt'),
    cborText(format),
    cborText('attStmt'),
    statement,
    cborText('authData'),
    Buffer.from([0x59, data.length >> 8, data.length & 255]),
    data,
  ])
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}
