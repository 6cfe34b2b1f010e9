import { stat } from 'node:fs/promises'
import { posix } from 'node:path'
import { readZip, type ZipEntry } from '../archives/read-zip.ts'
import { unpackBudget, withinBudget } from '../archives/unpack-within.ts'
import { formOfFormat, type MomentForm, type ShownForm, shownFormOf } from './number-formats.ts'
import { attributeOf, readXml, type XmlHandlers } from './read-xml.ts'
import { createTextReader } from './text-of-cell.ts'

/** A sheet of a workbook; charts, dialogs and macros have no rows. */
export type Sheet = {
  readonly name: string
  readonly isHidden: boolean
  readonly hasCells: boolean
  readonly part: string
}

export type Workbook = Disposable & {
  readonly sheets: readonly Sheet[]
  /** Whether days are counted from 1 January 1904. */
  readonly isFrom1904: boolean
  readonly texts: readonly string[]
  /** What the style with this index shows of a number. */
  readonly formOf: (style: number) => MomentForm
  /** In which other form the style with this index shows a number. */
  readonly shownFormOf: (style: number) => ShownForm
  readonly readSheet: (sheet: Sheet, handlers: XmlHandlers) => Promise<void>
}

/** Opens an XLSX workbook (ECMA-376, part 1). Throws for one that is damaged or unpacks to far more than its size. */
export async function openWorkbook(path: string): Promise<Workbook> {
  const { size } = await stat(path)
  const budget = unpackBudget(size)
  const archive = await readZip(path)
  const parts = new Map(archive.entries.map((entry) => [entry.name.toLowerCase().replace(/^\//, ''), entry]))
  const read = async (part: string, handlers: XmlHandlers): Promise<boolean> => {
    const entry: ZipEntry | undefined = parts.get(part.toLowerCase())
    if (entry) await readXml(withinBudget(budget, await entry.open()), handlers)
    return entry !== undefined
  }
  try {
    const main = (await targetsOf(read, '')).find(({ type }) => type === 'officeDocument')
    const mainPart = main?.part ?? 'xl/workbook.xml'
    const targets = await targetsOf(read, mainPart)
    const partOf = (type: string) => targets.find((target) => target.type === type)?.part ?? ''
    const { sheets, isFrom1904 } = await readMain(read, { part: mainPart, targets })
    const texts = await readTexts(read, partOf('sharedStrings'))
    const forms = await readForms(read, partOf('styles'))
    return {
      sheets,
      isFrom1904,
      texts,
      formOf: (style) => forms[style]?.moment ?? null,
      shownFormOf: (style) => forms[style]?.shown ?? null,
      async readSheet({ part }, handlers) {
        if (!(await read(part, handlers))) throw new Error(`The workbook has no part ${part}`)
      },
      [Symbol.dispose]: () => archive[Symbol.dispose](),
    }
  } catch (error) {
    archive[Symbol.dispose]()
    throw error
  }
}

type Read = (part: string, handlers: XmlHandlers) => Promise<boolean>
type Target = { readonly id: string; readonly type: string; readonly part: string }

/** The parts that a part names, by its relationships; '' stands for the archive. */
async function targetsOf(read: Read, part: string): Promise<Target[]> {
  const targets: Target[] = []
  const folder = posix.dirname(part)
  await read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`), {
    open(name, attributes) {
      if (name !== 'Relationship' || attributes.TargetMode === 'External') return
      const target = attributes.Target ?? ''
      const full = target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
      const type = (attributes.Type ?? '').split('/').at(-1) ?? ''
      targets.push({ id: attributes.Id ?? '', type, part: full })
    },
  })
  return targets
}

async function readMain(
  read: Read,
  { part, targets }: { part: string; targets: readonly Target[] },
): Promise<Pick<Workbook, 'sheets' | 'isFrom1904'>> {
  const sheets: Sheet[] = []
  let isFrom1904 = false
  const isThere = await read(part, {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = /^(1|true|on)$/.test(attributes.date1904 ?? '')
      if (name !== 'sheet') return
      const target = targets.find(({ id }) => id === attributeOf(attributes, 'id'))
      sheets.push({
        name: attributes.name ?? '',
        isHidden: /hidden/i.test(attributes.state ?? ''),
        hasCells: target?.type === 'worksheet',
        part: target?.part ?? '',
      })
    },
  })
  if (!isThere) throw new Error('The archive holds no workbook')
  return { sheets, isFrom1904 }
}

/** The table of texts that cells refer to; '' for a workbook without one. */
async function readTexts(read: Read, part: string): Promise<string[]> {
  const texts: string[] = []
  const reader = createTextReader()
  await read(part, {
    open: (name) => (name === 'si' ? reader.begin() : reader.open(name)),
    text: reader.text,
    close(name) {
      reader.close(name)
      if (name === 'si') texts.push(reader.end())
    },
  })
  return texts
}

/** What each style shows of a number. */
async function readForms(read: Read, part: string): Promise<{ moment: MomentForm; shown: ShownForm }[]> {
  const codes = new Map<number, string>()
  const formats: number[] = []
  let isInCells = false
  await read(part, {
    open(name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      if (name === 'cellXfs') isInCells = true
      if (name === 'xf' && isInCells) formats.push(Number(attributes.numFmtId ?? 0))
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return formats.map((id) => ({ moment: formOfFormat(id, codes), shown: shownFormOf(id, codes) }))
}
