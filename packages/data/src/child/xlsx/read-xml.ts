import { SaxesParser } from 'saxes'

/** What a part of a workbook tells while it is read. Names are without their namespace. */
export type XmlHandlers = {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

/** Reads XML as it arrives, so that a part of any size takes little memory. Throws for text that is not well-formed. */
export async function readXml(chunks: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => handlers.open?.(localName(name), attributes))
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('cdata', (text) => handlers.text?.(text))
  parser.on('closetag', ({ name }) => handlers.close?.(localName(name)))
  const decoder = new TextDecoder()
  for await (const chunk of chunks) parser.write(decoder.decode(chunk, { stream: true }))
  parser.write(decoder.decode()).close()
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Returns an attribute by its name without its namespace; '' when it is missing. */
export function attributeOf(attributes: Readonly<Record<string, string>>, name: string): string {
  const key = Object.keys(attributes).find((full) => localName(full) === name)
  return key === undefined ? '' : (attributes[key] ?? '')
}
