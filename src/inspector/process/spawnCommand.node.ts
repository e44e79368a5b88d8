import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import crossSpawn from 'cross-spawn';

interface ParsedCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly options: SpawnOptions;
  /** Path of the program that was found; only on Windows. */
  readonly file?: string | null;
}

/**
 * The parser of cross-spawn. Its `spawn` isn't used, because it reports a missing command only when the shell that it
 * started has ended.
 */
const { _parse: parse } = crossSpawn as unknown as {
  readonly _parse: (command: string, args: readonly string[], options: SpawnOptions) => ParsedCommand;
};

/**
 * Returns the program and the arguments that start a command. Windows can only start programs directly, so its shell starts
 * scripts, such as `npx`. Throws ENOENT if Windows doesn't find the command.
 */
export function parseCommand(command: string, args: readonly string[], options: SpawnOptions): ParsedCommand {
  const parsed = parse(command, args, options);
  if (process.platform === 'win32' && !parsed.file) {
    throw Object.assign(new Error(`spawn ${command} ENOENT`), { code: 'ENOENT', path: command });
  }
  return parsed;
}

/** Starts a command. Throws ENOENT if Windows doesn't find it; on other systems, the process emits that error. */
export function spawnCommand(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const parsed = parseCommand(command, args, options);
  return spawn(parsed.command, parsed.args, parsed.options);
}
