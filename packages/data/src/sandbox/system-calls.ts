/** A call's numbers on x64 and on arm64; null where the machine has no such call. */
type Numbers = readonly [number, number | null]

/**
 * What no child needs. Node and the engines run without them, and most flaws of the kernel that a process can use lie
 * behind them. Numbers from `asm/unistd_64.h` and `asm-generic/unistd.h` of Linux.
 */
export const REFUSED_CALLS: Readonly<Record<string, Numbers>> = {
  // Other processes.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_open: [434, 434],
  pidfd_getfd: [438, 438],
  pidfd_send_signal: [424, 424],
  kill: [62, 129],
  tkill: [200, 130],
  rt_sigqueueinfo: [129, 138],
  rt_tgsigqueueinfo: [297, 240],
  process_madvise: [440, 440],
  process_mrelease: [448, 448],
  // Large or rarely used parts of the kernel.
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  memfd_secret: [447, 447],
  move_pages: [279, 239],
  migrate_pages: [256, 238],
  // Views of the file system.
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  open_tree: [428, 428],
  mount_setattr: [442, 442],
  chroot: [161, 51],
  unshare: [272, 97],
  setns: [308, 268],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  fanotify_init: [300, 262],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  // The kernel itself.
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  syslog: [103, 116],
  acct: [163, 89],
  vhangup: [153, 58],
  // The machine, and new processes.
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
  personality: [135, 92],
  fork: [57, null],
  vfork: [58, null],
}

/** Calls whose first argument decides. */
const SOCKET: Numbers = [41, 198]
const CLONE: Numbers = [56, 220]
const CLONE3: Numbers = [435, 435]
const PRLIMIT: Numbers = [302, 261]
const PRCTL: Numbers = [157, 167]

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
  const special: [Numbers, Label][] = [
    // The C library then uses clone, whose flags a filter can read.
    [CLONE3, 'missing'],
    [SOCKET, 'socket'],
    [CLONE, 'clone'],
    [PRLIMIT, 'prlimit'],
  ]
  const refused = Object.values(REFUSED_CALLS).map((numbers): [Numbers, Label] => [numbers, 'refuse'])
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
