import { readFileSync } from 'node:fs'
import { stringifyJson } from '@parley/ledger'
import { readGenesis } from '../genesis/read-genesis.ts'
import { readScript } from '../script/read-script.ts'
import { networkFiles, replaceJsonFile } from './network-files.ts'
import { createNetworkFiles } from './open-network.ts'

/** The files of a network as JSON text. */
type NetworkTexts = { readonly genesis: string; readonly script: string }

/** Where several processes keep the files of one network. */
export type SharedNetwork = {
  /** Returns the files; stores the given ones first when there are none. */
  readonly keep: (files: NetworkTexts) => Promise<NetworkTexts>
  /** Replaces the script, unless another process has replaced `former` since. */
  readonly replaceScript: (script: string, former: string) => Promise<void>
}

/**
 * Gives a folder the network that the processes of an installation share, and adds to that network what was appended
 * in this folder. Writes the default network where there is none. A folder with another network gets the shared one.
 *
 * @throws InvalidNetworkError naming the invalid field of genesis or script.
 */
export async function shareNetwork(
  folder: string,
  { shared, now = Date.now }: { readonly shared: SharedNetwork; readonly now?: () => number },
): Promise<void> {
  createNetworkFiles(folder, { now })
  const files = networkFiles(folder)
  const own = {
    genesis: stringifyJson(readGenesis(readFileSync(files.genesis, 'utf8'))),
    script: stringifyJson(readScript(readFileSync(files.script, 'utf8'))),
  }
  const kept = await shared.keep(own)
  if (kept.genesis === own.genesis && kept.script === own.script) return
  if (kept.genesis === own.genesis && extendsScript(own.script, kept.script)) {
    await shared.replaceScript(own.script, kept.script)
    return
  }
  replaceJsonFile(files.genesis, readGenesis(kept.genesis))
  replaceJsonFile(files.script, readScript(kept.script))
}

/** Whether a script is another one with more transactions at its end. */
function extendsScript(text: string, former: string): boolean {
  const [script, base] = [readScript(text), readScript(former)]
  const cut = { ...script, transactions: script.transactions.slice(0, base.transactions.length) }
  return script.transactions.length > base.transactions.length && stringifyJson(cut) === former
}
