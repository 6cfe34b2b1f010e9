import { expect, test } from 'vitest'
import { readSettings } from './env.ts'

const DATABASE_URL = 'postgresql://parley@127.0.0.1/parley'
const WALLET = `0x${'Ab'.repeat(20)}`

function admissionOf(variables: Record<string, string>) {
  return readSettings({ DATABASE_URL, ...variables }).admission
}

test('a local service admits everyone, and a public one admits by invitation', () => {
  expect([...admissionOf({}).modes]).toEqual(['open'])
  expect([...admissionOf({ PARLEY_MODE: 'public' }).modes]).toEqual(['invite'])
})

test('a public service admits everyone only where this is written out', () => {
  expect([...admissionOf({ PARLEY_MODE: 'public', PARLEY_ADMIT: 'open' }).modes]).toEqual(['open'])
})

test('a closed service has no rule', () => {
  expect([...admissionOf({ PARLEY_ADMIT: 'closed' }).modes]).toEqual([])
})

test('several rules are combined, and wallets are compared in lower case', () => {
  const admission = admissionOf({ PARLEY_ADMIT: 'list, invite', PARLEY_ADMIT_LIST: WALLET })
  expect([...admission.modes]).toEqual(['list', 'invite'])
  expect([...admission.wallets]).toEqual([WALLET.toLowerCase()])
})

test('administrators are named by their wallet', () => {
  const { administrators } = admissionOf({ PARLEY_ADMIN: `wallet:${WALLET}` })
  expect([...administrators.wallets]).toEqual([WALLET.toLowerCase()])
})

test.each([
  [{ PARLEY_ADMIT: 'everyone' }, 'PARLEY_ADMIT'],
  [{ PARLEY_ADMIT: '' }, 'PARLEY_ADMIT: must name a rule'],
  [{ PARLEY_ADMIT: 'open,invite' }, 'PARLEY_ADMIT: open cannot be combined'],
  [{ PARLEY_ADMIT: 'closed,list' }, 'PARLEY_ADMIT: closed cannot be combined'],
  [{ PARLEY_ADMIT: 'list' }, 'PARLEY_ADMIT_LIST: set it together with'],
  [{ PARLEY_ADMIT_LIST: WALLET }, 'PARLEY_ADMIT_LIST: set it together with'],
  [{ PARLEY_ADMIT: 'list', PARLEY_ADMIT_LIST: 'example.com' }, 'PARLEY_ADMIT_LIST: "example.com" must be'],
  [{ PARLEY_ADMIT: 'list', PARLEY_ADMIT_LIST: '@example.com' }, 'need an identity provider'],
  [{ PARLEY_ADMIT: 'group', PARLEY_ADMIT_GROUPS: 'staff' }, 'need an identity provider'],
  [{ PARLEY_ADMIT: 'group' }, 'PARLEY_ADMIT_GROUPS: set it together with'],
  [{ PARLEY_ADMIN: 'wallet:0x12' }, 'PARLEY_ADMIN: "wallet:0x12" must be'],
  [{ PARLEY_ADMIN: WALLET }, 'PARLEY_ADMIN: '],
  [{ PARLEY_ADMIN: 'oidc:anna' }, 'PARLEY_ADMIN: "oidc:anna" needs an identity provider'],
])('%j is refused with a sentence', (variables, sentence) => {
  expect(() => admissionOf(variables)).toThrow(sentence)
})

const PROVIDER = { PARLEY_OIDC_ISSUER: 'https://id.example.com', PARLEY_OIDC_CLIENT_ID: 'parley' }

test('with an identity provider, groups and domains admit', () => {
  const rules = {
    PARLEY_ADMIT: 'group,list',
    PARLEY_ADMIT_GROUPS: 'staff',
    PARLEY_ADMIT_LIST: '@Example.com',
  }
  const admission = admissionOf({ ...PROVIDER, ...rules, PARLEY_ADMIN: 'oidc:anna,oidc-group:admins' })
  expect([...admission.groups, ...admission.emailDomains]).toEqual(['staff', 'example.com'])
  expect([...admission.administrators.oidcSubjects]).toEqual(['anna'])
  expect([...admission.administrators.oidcGroups]).toEqual(['admins'])
})

test.each([
  [{ PARLEY_OIDC_ISSUER: 'https://id.example.com' }, 'together with PARLEY_OIDC_CLIENT_ID'],
  [{ PARLEY_OIDC_CLIENT_ID: 'parley' }, 'together with PARLEY_OIDC_CLIENT_ID'],
  [{ ...PROVIDER, PARLEY_OIDC_ISSUER: 'http://id.example.com' }, 'must be an https address'],
  [
    { ...PROVIDER, PARLEY_OIDC_ISSUER: `${PROVIDER.PARLEY_OIDC_ISSUER}/.well-known/x` },
    'without /.well-known/',
  ],
  [{ ...PROVIDER, PARLEY_OIDC_ISSUER: 'https://login.example/common/v2.0' }, 'must name one tenant'],
  [{ ...PROVIDER, PARLEY_OIDC_SCOPE: 'profile' }, 'must contain openid'],
])('an identity provider of %j is refused with a sentence', (variables, sentence) => {
  expect(() => admissionOf(variables)).toThrow(sentence)
})
