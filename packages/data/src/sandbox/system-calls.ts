import { type CallNumbers, REFUSED_CALLS } from './refused-calls.ts'

/** Calls whose first argument decides. */
const SOCKET: CallNumbers = [41, 198]
const CLONE: CallNumbers = [56, 220]
const CLONE3: CallNumbers = [435, 435]
const PRLIMIT: CallNumbers = [302, 261]
const PRCTL: CallNumbers = [157, 167]

/** Names of the machines in a filter: `AUDIT_ARCH_X86_64` and `AUDIT_ARCH_AARCH64` of `linux/audit.h`. */
const MACHINES = { x64: { index: 0, audit: 0xc000003e }, arm64: { index: 1, audit: 0xc00000b7 } } as const

/** Operations of a filter: `linux/bpf_common.h`. */
const LOAD = 0x20
const IF_EQUAL = 0x15
const IF_AT_LEAST = 0x35
const IF_ANY_BIT = 0x45
const RETURN = 0x06

/** What a filter returns: `linux/seccomp.h`. */
const ALLOW = 0x7fff0000
const KILL_PROCESS = 0x80000000
const FAIL = 0x00050000
const EPERM = 1
const ENOSYS = 38

const AF_UNIX = 1
const CLONE_THREAD = 0x00010000
/** All flags of clone(2) that make a namespace. */
const CLONE_NAMESPACES = 0x7e020000
/** On x64, numbers from here on are calls of another interface to the same kernel. */
const X32_CALLS = 0x40000000

/** Offsets in `struct seccomp_data`; the low half of the first argument, on machines that begin with the low byte. */
const CALL_NUMBER = 0
const MACHINE = 4
const FIRST_ARGUMENT = 16

type Label = 'call' | 'socket' | 'clone' | 'prlimit' | 'permit' | 'refuse' | 'missing' | 'kill'
/** One step of a filter. A jump without a label leads to the next step. */
type Step = { readonly code: number; readonly value: number; readonly yes?: Label; readonly no?: Label }

/** A filter of system calls as seccomp(2) takes it, and the number of prctl(2), which installs it. */
export type SystemCallFilter = { readonly program: Buffer; readonly prctl: number }

/**
 * Returns the filter for children on this kind of machine; null where none is known. A child may open sockets in files
 * only and start threads but no processes. A refused call fails with EPERM.
 */
export function systemCallFilter(machine: string): SystemCallFilter | null {
  if (machine !== 'x64' && machine !== 'arm64') return null
  const { index, audit } = MACHINES[machine]
  const special: [CallNumbers, Label][] = [
    // The C library then uses clone, whose flags a filter can read.
    [CLONE3, 'missing'],
    [SOCKET, 'socket'],
    [CLONE, 'clone'],
    [PRLIMIT, 'prlimit'],
  ]
  const refused = Object.values(REFUSED_CALLS).map((numbers): [CallNumbers, Label] => [numbers, 'refuse'])
  const byNumber = [...refused, ...special].flatMap(([{ [index]: value = null }, yes]) =>
    value === null ? [] : [{ code: IF_EQUAL, value, yes }],
  )
  const program = assemble([
    { code: LOAD, value: MACHINE },
    { code: IF_EQUAL, value: audit, yes: 'call', no: 'kill' },
    'call',
    { code: LOAD, value: CALL_NUMBER },
    { code: IF_AT_LEAST, value: X32_CALLS, yes: 'refuse' },
    ...byNumber,
    { code: RETURN, value: ALLOW },
    'socket',
    { code: LOAD, value: FIRST_ARGUMENT },
    { code: IF_EQUAL, value: AF_UNIX, yes: 'permit', no: 'refuse' },
    'clone',
    { code: LOAD, value: FIRST_ARGUMENT },
    { code: IF_ANY_BIT, value: CLONE_NAMESPACES, yes: 'refuse' },
    { code: IF_ANY_BIT, value: CLONE_THREAD, yes: 'permit', no: 'refuse' },
    'prlimit',
    { code: LOAD, value: FIRST_ARGUMENT },
    { code: IF_EQUAL, value: 0, yes: 'permit', no: 'refuse' },
    'permit',
    { code: RETURN, value: ALLOW },
    'refuse',
    { code: RETURN, value: FAIL | EPERM },
    'missing',
    { code: RETURN, value: FAIL | ENOSYS },
    'kill',
    { code: RETURN, value: KILL_PROCESS },
  ])
  return { program, prctl: PRCTL[index] ?? 0 }
}

/** Turns steps and labels into the instructions of the kernel, eight bytes each; jumps lead forward. */
function assemble(parts: readonly (Step | Label)[]): Buffer {
  const steps: Step[] = []
  const places = new Map<Label, number>()
  for (const part of parts) {
    if (typeof part === 'string') places.set(part, steps.length)
    else steps.push(part)
  }
  const program = Buffer.alloc(steps.length * 8)
  for (const [index, { code, value, yes, no }] of steps.entries()) {
    const distance = (label: Label | undefined) => (label ? (places.get(label) ?? 0) - index - 1 : 0)
    program.writeUInt16LE(code, index * 8)
    program.writeUInt8(distance(yes), index * 8 + 2)
    program.writeUInt8(distance(no), index * 8 + 3)
    program.writeUInt32LE(value, index * 8 + 4)
  }
  return program
}
