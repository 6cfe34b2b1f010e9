export const USAGE = `parley-ledger start [options]
    Serves a local network at POST /chainapi. The first start writes its files.

    --folder <path>      where genesis.json and script.json are (default .parley/ledger)
    --genesis <file>     makes the network from this genesis
    --script <file>      makes the network from this script
    --port <number>      default 9650; 0 takes a free one
    --host <address>     default 127.0.0.1
    --height <number>    shows the network as it is at this height, from there on

parley-ledger tx <action> --from <account> [options]
    Appends a transaction to the network's script, for the block after the next one.
    Accounts are addresses or names of the script; amounts are wholes of their asset, such as 1.5.

    transfer             --to <account> --value <amount> [--asset <id>] [--memo <text>]
    create-asset         --symbol <text> --decimals <number> --metadata <text>
    mint-asset           --to <account> --asset <id> --value <amount>
    burn-asset           --value <amount> [--asset <id>]
    register-validator   --node <id> --start <height> --end <height> --value <amount> --fee <percent>
    withdraw-validator   --node <id>
    claim-validator      --node <id>
    delegate             --node <id> --start <height> --end <height> --value <amount>
    undelegate           --node <id>
    claim-delegation     --node <id> [--owner <account>]
    (those that pay rewards take [--reward <account>], default the sender; a start of +5 is five blocks
    from now)

    --folder <path>      the network's folder (default .parley/ledger)`

export const DEFAULT_FOLDER = '.parley/ledger'

const marker = Symbol.for('parley.UsageError')

/** A command line that says too little or too much. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly [marker] = true
}

/** Recognises a UsageError by its mark. */
export function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && marker in error
}
