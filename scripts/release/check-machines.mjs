import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import path from 'node:path'

/** Numbers of processors in the header of an ELF file (`e_machine`). */
const MACHINES = new Map([
  ['x64', 62],
  ['arm64', 183],
])
const ELF = 0x7f_45_4c_46
const MACHINE_AT = 18
const HEADER_BYTES = 20

/**
 * Reads the header of every program and library of a release.
 *
 * @param {string} folder of the release
 * @param {string} arch the processor that it is for, as Node.js names it
 * @returns {number} how many programs and libraries there are
 * @throws {Error} when one is for another processor
 */
export function checkMachines(folder, arch) {
  const programs = listFiles(folder).flatMap((file) => {
    const header = readHeader(file)
    return header.length === HEADER_BYTES && header.readUInt32BE() === ELF ? [{ file, header }] : []
  })
  for (const { file, header } of programs) {
    const machine = header.readUInt16LE(MACHINE_AT)
    if (machine !== MACHINES.get(arch))
      throw new Error(`${path.relative(folder, file)} is not for ${arch}: its ELF machine is ${machine}.`)
  }
  return programs.length
}

/** Links are not followed: packages are linked many times. @param {string} folder @returns {string[]} */
function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) return listFiles(place)
    return entry.isFile() ? [place] : []
  })
}

/** @param {string} file @returns {Buffer} its first bytes */
function readHeader(file) {
  const header = Buffer.alloc(HEADER_BYTES)
  const open = openSync(file, 'r')
  try {
    return header.subarray(0, readSync(open, header))
  } finally {
    closeSync(open)
  }
}
