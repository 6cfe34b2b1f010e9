import { expect, test } from 'vitest'
import { signInAddress, toReturnPath } from './return-path.ts'

test.each([
  ['/runs/1?a=b#step-3', '/runs/1?a=b#step-3'],
  ['/agents/7?_rsc=1x2y', '/agents/7'],
  [null, '/chats'],
  ['/', '/chats'],
  ['https://evil.example/x', '/chats'],
  ['//evil.example/x', '/chats'],
  ['/\\evil.example/x', '/chats'],
  ['/\t/evil.example', '/chats'],
  ['javascript:alert(1)', '/chats'],
  ['/api/auth/signout', '/chats'],
])('returns from %s to %s', (next, path) => {
  expect(toReturnPath(next)).toBe(path)
})

test('the address of the sign-in page names the page to return to', () => {
  expect(signInAddress('/runs/1?a=b#c')).toBe('/?next=%2Fruns%2F1%3Fa%3Db%23c')
  expect(signInAddress('/chats')).toBe('/')
})
