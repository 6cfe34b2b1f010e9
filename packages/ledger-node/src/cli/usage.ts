export const USAGE = `parley-ledger start [options]
    Serves a local network at POST /chainapi. The first start writes its files.

    --folder <path>      folder of genesis.json and script.json (default .parley/ledger)
    --genesis <file>     makes the network from this genesis
    --script <file>      makes the network from this script
    --port <number>      default 9650; 0 takes a free port
    --host <address>     default 127.0.0.1
    --height <number>    starts the clock at this height

parley-ledger tx <action> --from <account> [options]
    Appends a transaction to the network's script, for the block after the next one. Exits with 1 when the
    transaction will fail. Accounts are addresses or names of the script; amounts are whole units, such as 1.5.

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
    Actions that pay rewards take [--reward <account>], by default the sender. A start of +5 means five
    blocks from now.

    --folder <path>      the network's folder (default .parley/ledger)`

export const DEFAULT_FOLDER = '.parley/ledger'

const marker = Symbol.for('parley.UsageError')

/** An invalid command line: an option is missing, unknown or malformed. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly [marker] = true
}

/** Recognises a UsageError by its mark. */
export function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && marker in error
}
