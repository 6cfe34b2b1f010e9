import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { scriptedModel } from '@parley/agent/testing'
import { createChallenge, type Deps, verifyWallet } from '@parley/core'
import { createTestDeps } from '@parley/core/testing'
import { useTestDatabase } from '@parley/db/testing'
import { createEgress, type Egress } from '@parley/net'
import {
  decodeDeployData,
  encodeAbiParameters,
  encodeErrorResult,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  hashMessage,
  isAddressEqual,
  parseAbi,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { createContractVerifier } from './create-contract-verifier.ts'

const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const SIGNATURE = `0x${'5afe'.repeat(50)}` as const
const PROOF = { wallet: WALLET, signature: SIGNATURE, clientAddress: null }
const REFUSED = 'The signature does not match an open challenge of this wallet.'

const Call = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.number(),
  method: z.literal('eth_call'),
  params: z.tuple([z.strictObject({ data: z.templateLiteral(['0x', z.string()]) }), z.literal('latest')]),
})

/** A node that runs one contract: a wallet that accepts one signature of one message. */
type Node = {
  readonly url: string
  calls: number
  /** The message that the wallet has signed. */
  message: string
  /** The only signature of it that the wallet accepts. */
  signature: `0x${string}`
  answer: 'verdict' | 'fault' | 'nothing' | 'look elsewhere'
  readonly server: Server
}

const database = useTestDatabase()
let node: Node
let egress: Egress
let deps: Deps
beforeEach(async () => {
  node = await startNode()
  egress = createEgress({ mode: 'public', allow: [], ownPorts: [], operatorUrls: [node.url] })
  deps = {
    ...createTestDeps({ db: database.db, model: scriptedModel([]).model }),
    isSignedByContract: await createContractVerifier(node.url, egress),
  }
})
afterEach(async () => {
  await egress.close()
  node.server.closeAllConnections()
  node.server.close()
})

async function startNode(): Promise<Node> {
  const server = createServer(async (request, response) => {
    node.calls++
    const { id, params } = Call.parse(await json(request))
    if (node.answer === 'nothing') return
    const outcome = node.answer === 'verdict' ? { result: verdict(params[0].data) } : { error: errorOf() }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/rpc`,
    calls: 0,
    message: '',
    signature: SIGNATURE,
    answer: 'verdict',
    server,
  }
}

function verdict(data: `0x${string}`): `0x${string}` {
  const { args } = decodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    data,
  })
  const [signer, hash, signature] = args
  const isValid =
    isAddressEqual(signer, WALLET) && hash === hashMessage(node.message) && signature === node.signature
  return isValid ? '0x01' : '0x00'
}

function errorOf() {
  if (node.answer === 'fault') return { code: -32_000, message: 'header not found' }
  const abi = parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)'])
  const args = [WALLET, [`${node.url}/elsewhere`], '0x', '0x00000000', '0x'] as const
  return { code: 3, message: 'execution reverted', data: encodeErrorResult({ abi, args }) }
}

test('a contract wallet signs in once with a signature that its contract accepts', async () => {
  await createChallenge(deps, { wallet: WALLET, clientAddress: null })
  const message = await createChallenge(deps, { wallet: WALLET, clientAddress: null })
  node.message = message
  const { userId } = await verifyWallet(deps, PROOF)
  expect(userId).not.toBe('')
  await expect(verifyWallet(deps, PROOF)).rejects.toThrow(REFUSED)
})

test('no number of newer challenges for a contract wallet keeps its owner from signing in', async () => {
  const message = await createChallenge(deps, { wallet: WALLET, clientAddress: null })
  node.message = message
  for (let minute = 0; minute < 5; minute++) {
    await Promise.all(
      Array.from({ length: 20 }, () => createChallenge(deps, { wallet: WALLET, clientAddress: null })),
    )
    // A minute passes: the next requests create challenges again.
    await database.db.pool.query(`update wallet_challenges set expires_at = expires_at - interval '1 minute'
      where expires_at > now() + interval '1 minute'`)
  }
  const { userId } = await verifyWallet(deps, PROOF)
  expect(userId).not.toBe('')
})

test('a contract wallet of one owner signs in with that owner’s signature', async () => {
  const owner = privateKeyToAccount(generatePrivateKey())
  const message = await createChallenge(deps, { wallet: WALLET, clientAddress: null })
  const signature = await owner.signMessage({ message })
  await expect(verifyWallet(deps, { ...PROOF, signature })).rejects.toThrow(REFUSED)
  node.message = message
  node.signature = signature
  await verifyWallet(deps, { ...PROOF, signature })
})

test('the signature of another message or another wallet is refused', async () => {
  await createChallenge(deps, { wallet: WALLET, clientAddress: null })
  node.message = 'something else'
  await expect(verifyWallet(deps, PROOF)).rejects.toThrow(REFUSED)
  const stranger = privateKeyToAccount(generatePrivateKey()).address
  const message = await createChallenge(deps, { wallet: stranger, clientAddress: null })
  node.message = message
  await expect(verifyWallet(deps, { ...PROOF, wallet: stranger })).rejects.toThrow(REFUSED)
})

test.each(['fault', 'nothing', 'look elsewhere'] as const)(
  'a node that answers with %s signs in no user',
  async (answer) => {
    const message = await createChallenge(deps, { wallet: WALLET, clientAddress: null })
    node.message = message
    node.answer = answer
    const before = node.calls
    // Counted first, because an older challenge can expire meanwhile.
    const open = await database.db.pool.query('select 1 from wallet_challenges where expires_at > now()')
    const isSignedByContract = await createContractVerifier(node.url, egress, { timeoutMs: 300 })
    await expect(verifyWallet({ ...deps, isSignedByContract }, PROOF)).rejects.toThrow(REFUSED)
    // One call for each open challenge, and no call to the address that the contract names.
    expect(node.calls - before).toBeLessThanOrEqual(open.rowCount ?? 0)
  },
)

test('a plain wallet signs in without a call to the node', async () => {
  node.answer = 'nothing'
  const account = privateKeyToAccount(generatePrivateKey())
  const message = await createChallenge(deps, { wallet: account.address, clientAddress: null })
  const signature = await account.signMessage({ message })
  await verifyWallet(deps, { wallet: account.address, signature, clientAddress: null })
  expect(node.calls).toBe(0)
})

test('without a node no contract wallet signs in, and no node is called', async () => {
  const { isSignedByContract: _, ...plain } = deps
  await createChallenge(plain, { wallet: WALLET, clientAddress: null })
  const wrapped = encodeAbiParameters([{ type: 'bytes' }], [SIGNATURE])
  await expect(verifyWallet(plain, { ...PROOF, signature: wrapped })).rejects.toThrow('must be 65 bytes')
  expect(node.calls).toBe(0)
})
