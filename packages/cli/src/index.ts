export { EXIT } from './failure.ts'
export { type CommandSurroundings, runCommand } from './run-command.ts'
