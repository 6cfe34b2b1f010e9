import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SENTENCES } from './zh-hans.ts'

const ROOT = join(import.meta.dirname, '../../../../../../..')
const VALUE = /\{\w+\}/g
/** A text in the sources: in single or double quotes, or a template. */
const TEXT = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/gs
/** A value in a template, which may itself contain templates. */
const PUT_IN = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g

/** A number with its noun. The service builds the plural in code, so no text in the sources has it. */
const COUNTED = /^\{count\} [a-z]+$/

const sentences = Object.entries(SENTENCES)

test('every translated sentence is one that the service can say', async () => {
  const said = await readTexts()
  const unknown = sentences
    .map(([english]) => english)
    .filter((english) => !COUNTED.test(english) && !said.has(withoutValues(english)))
  expect(unknown).toEqual([])
})

test('every translation holds the values of its sentence, except those that Chinese does not need', () => {
  const invented = sentences.filter(([english, chinese]) => {
    const known: readonly string[] = english.match(VALUE) ?? []
    return (chinese.match(VALUE) ?? []).some((value) => !known.includes(value))
  })
  expect(invented).toEqual([])
})

/** All texts of the sources of the service, with `{}` for each value. */
async function readTexts(): Promise<Set<string>> {
  const texts = new Set<string>()
  for await (const file of glob('{packages/*/src,apps/web/src/{composition,shell,auth}}/**/*.ts', {
    cwd: ROOT,
  })) {
    if (file.includes('.test.') || file.includes('generated')) continue
    const source = await readFile(join(ROOT, file), 'utf8')
    for (const [, single, double, template] of source.matchAll(TEXT))
      texts.add((single ?? double ?? template?.replaceAll(PUT_IN, '{}') ?? '').replaceAll("\\'", "'"))
  }
  return texts
}

function withoutValues(sentence: string): string {
  return sentence.replaceAll(VALUE, '{}')
}
