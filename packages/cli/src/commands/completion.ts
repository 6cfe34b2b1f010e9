import { COMMON_OPTIONS, type Command } from '../command.ts'
import { UsageError } from '../failure.ts'

const SHELLS = { bash: writeBash, zsh: writeZsh, fish: writeFish } as const

/** The command that prints a completion script for all commands. */
export function createCompletion(listCommands: () => readonly Command[]): Command {
  return {
    name: 'completion',
    words: '<bash|zsh|fish>',
    minWords: 1,
    maxWords: 1,
    about: 'Print a completion script. For bash: source <(parley completion bash)',
    run: async ({ words: [shell = ''], terminal }) => {
      if (shell !== 'bash' && shell !== 'zsh' && shell !== 'fish')
        throw new UsageError(`There is no completion for ${shell}. Write bash, zsh or fish.`)
      const script = SHELLS[shell](listCommands())
      terminal.show({ shell, script }, () => [script])
    },
  }
}

function optionsOf({ options = {} }: Command): string[] {
  return Object.keys({ ...options, ...COMMON_OPTIONS })
}

/** The words after the first one, by the first one. */
function verbsOf(commands: readonly Command[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { name } of commands) {
    const [noun = '', verb] = name.split(' ')
    found.set(noun, [...(found.get(noun) ?? []), ...(verb === undefined ? [] : [verb])])
  }
  return found
}

function writeBash(commands: readonly Command[]): string {
  const nouns = [...verbsOf(commands)]
  const cases = nouns
    .filter(([, list]) => list.length > 0)
    .map(([noun, list]) => `    ${noun}) words="${list.join(' ')}" ;;`)
  const options = commands.map(
    (command) =>
      `    "${command.name}") words="${optionsOf(command)
        .map((name) => `--${name}`)
        .join(' ')}" ;;`,
  )
  return `_parley() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [[ $current == -* ]]; then
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${options.map((line) => line.replace(/^ {4}"(\S+)"\)/, '    "$1 "*)')).join('\n')}
    esac
  elif (( COMP_CWORD == 1 )); then words="${nouns.map(([noun]) => noun).join(' ')}"
  elif (( COMP_CWORD == 2 )); then
    case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    esac
  fi
  COMPREPLY=( $(compgen -W "$words" -- "$current") )
  [[ -n $words ]] || COMPREPLY=( $(compgen -f -- "$current") )
}
complete -F _parley parley`
}

function writeZsh(commands: readonly Command[]): string {
  return `#compdef parley
autoload -U +X bashcompinit && bashcompinit
${writeBash(commands)}`
}

function writeFish(commands: readonly Command[]): string {
  const lines = [...verbsOf(commands)].flatMap(([noun, list]) => {
    const about = commands.find(({ name }) => name === noun)?.about ?? `${list.join(', ')}`
    return [
      `complete -c parley -n __fish_use_subcommand -f -a ${noun} -d ${quote(about)}`,
      ...list.map((verb) => `complete -c parley -n '__fish_seen_subcommand_from ${noun}' -f -a ${verb}`),
    ]
  })
  const options = commands.flatMap((command) => {
    const [noun = ''] = command.name.split(' ')
    return Object.entries({ ...command.options, ...COMMON_OPTIONS }).map(
      ([name, { about, type }]) =>
        `complete -c parley -n '__fish_seen_subcommand_from ${noun}' -l ${name}${type === 'string' ? ' -r' : ''} -d ${quote(about)}`,
    )
  })
  return [...lines, ...new Set(options)].join('\n')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "\\'")}'`
}
