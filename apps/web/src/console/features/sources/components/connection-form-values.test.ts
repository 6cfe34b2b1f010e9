import { describe, expect, it } from 'vitest'
import { checkConnection, emptyConnection, toConnection } from './connection-form-values.ts'

const postgres = { ...emptyConnection, name: 'shop', host: ' db.example ', database: 'shop', user: 'reader' }

describe('checkConnection', () => {
  it('requires the fields of the kind and no others', () => {
    expect(Object.keys(checkConnection(emptyConnection))).toEqual(['name', 'host', 'database', 'user'])
    expect(Object.keys(checkConnection({ ...emptyConnection, kind: 'http_api' }))).toEqual(['name', 'url'])
    expect(checkConnection(postgres)).toEqual({})
  })

  it('refuses invalid ports and headers', () => {
    expect(checkConnection({ ...postgres, port: '70000' })).toHaveProperty('port')
    const api = { ...emptyConnection, kind: 'http_api' as const, name: 'a', url: 'https://example.org' }
    expect(checkConnection({ ...api, headers: 'Authorization' })).toHaveProperty('headers')
    expect(checkConnection({ ...api, headers: 'Authorization: Bearer x' })).toEqual({})
  })
})

describe('toConnection', () => {
  it('sends the filled-in values, trimmed except the password', () => {
    expect(
      toConnection({ ...postgres, port: '5433', password: ' p ', tls: 'require', schemas: 'a, b,' }),
    ).toEqual({
      kind: 'postgresql',
      host: 'db.example',
      port: 5433,
      database: 'shop',
      user: 'reader',
      password: ' p ',
      tls: 'require',
      schemas: ['a', 'b'],
    })
  })

  it('leaves out empty values', () => {
    expect(toConnection({ ...emptyConnection, kind: 'http_api', url: 'https://example.org' })).toEqual({
      kind: 'http_api',
      url: 'https://example.org',
    })
  })
})
