import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { confine, detectIsolation, type Isolation } from './isolation.ts'
import { REFUSED_CALLS } from './refused-calls.ts'
import { systemCallFilter } from './system-calls.ts'

const tempRoot = mkdtempSync(join(tmpdir(), 'parley-system-calls-test-'))
const isolation = await detectIsolation(tempRoot)
afterAll(() => rmSync(tempRoot, { recursive: true, force: true }))

const column = process.arch === 'arm64' ? 1 : 0
const EPERM = 1
const MODES =
  isolation.mode === 'namespaces' ? (['namespaces', 'privileges'] as const) : (['privileges'] as const)

/** Runs a Perl program under the confinement of a child, because JavaScript makes no system call by its number. */
function runPerl(mode: Isolation['mode'], script: string): string {
  const privateFolder = mkdtempSync(join(tempRoot, 'child-'))
  const program = ['/usr/bin/perl', '-e', script]
  const { command } = confine({ isolation: { ...isolation, mode, userId: null }, program, privateFolder })
  const [first = '', ...rest] = command
  const { stdout, stderr } = spawnSync(first, rest, { cwd: privateFolder, encoding: 'utf8', env: {} })
  if (stdout === '') throw new Error(stderr)
  return stdout
}

test.runIf(isolation.hasCallFilter).each(MODES)(
  'the kernel refuses a child each system call that no child needs (%s)',
  (mode) => {
    const calls = Object.entries(REFUSED_CALLS).flatMap(([name, numbers]) => {
      const number = numbers[column]
      return number === null || number === undefined ? [] : [[name, number] as const]
    })
    const script = calls.map(
      ([name, number]) => `$! = 0; syscall(${number}, -1, -1, -1, -1, -1); print "${name} ", $! + 0, "\\n";`,
    )
    const refused = Object.fromEntries(
      runPerl(mode, script.join(''))
        .trim()
        .split('\n')
        .map((line) => line.split(' ')),
    )
    expect(refused).toEqual(Object.fromEntries(calls.map(([name]) => [name, String(EPERM)])))
  },
)

test.runIf(isolation.hasCallFilter).each(MODES)(
  'a child starts no process, opens no socket of a network and changes the limits of no other process (%s)',
  (mode) => {
    const [prlimit] = column === 0 ? [302] : [261]
    const script = `
      use Socket;
      my %tries = (
        fork => sub { fork() },
        tcp => sub { socket(my $it, PF_INET, SOCK_STREAM, 0) },
        tcp6 => sub { socket(my $it, PF_INET6, SOCK_STREAM, 0) },
        udp => sub { socket(my $it, PF_INET, SOCK_DGRAM, 0) },
        raw => sub { socket(my $it, 17, SOCK_RAW, 0) },
        kernel => sub { socket(my $it, 16, SOCK_RAW, 0) },
        socket_in_a_file => sub { socket(my $it, PF_UNIX, SOCK_STREAM, 0) },
        limits_of_another => sub { my $old = ' ' x 16; syscall(${prlimit}, 1, 7, 0, $old) == 0 },
        own_limits => sub { my $old = ' ' x 16; syscall(${prlimit}, 0, 7, 0, $old) == 0 },
      );
      for my $name (sort keys %tries) { $! = 0; my $ok = $tries{$name}->(); print "$name ", ($ok ? 'ok' : $! + 0), "\\n"; exit if defined $ok && $name eq 'fork' && $ok eq '0' }`
    const results = Object.fromEntries(
      runPerl(mode, script)
        .trim()
        .split('\n')
        .map((line) => line.split(' ')),
    )
    const refused = String(EPERM)
    expect(results).toEqual({
      fork: refused,
      tcp: refused,
      tcp6: refused,
      udp: refused,
      raw: refused,
      kernel: refused,
      socket_in_a_file: 'ok',
      limits_of_another: refused,
      own_limits: 'ok',
    })
  },
)

test('there is a filter for x64 and arm64 and for no other machine', () => {
  expect(systemCallFilter('x64')?.program.length).toBeGreaterThan(0)
  expect(systemCallFilter('arm64')?.program).not.toEqual(systemCallFilter('x64')?.program)
  expect(systemCallFilter('riscv64')).toBeNull()
})
