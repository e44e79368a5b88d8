import fs from 'node:fs';
import path from 'node:path';

/**
 * The commands to resolve, from `node windowsCommands.ts JSON`. Prints what Windows would start for them, on
 * any system. Files, their paths, the folder, and the platform are simulated. PATH and PATHEXT come from the
 * environment.
 */
const { commands, files, cwd } = JSON.parse(process.argv[2] ?? '{}') as {
  readonly commands: readonly { readonly command: string; readonly args: readonly string[] }[];
  /** The content of each file, by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly cwd: string;
};
// The modules read the platform when they're loaded.
Object.defineProperty(process, 'platform', { value: 'win32' });
const { parseCommand } = await import('../../src/inspector/process/childProcess.node.ts');

const contentAt = (file: string): string | undefined =>
  Object.entries(files).find(([one]) => one.toLowerCase() === path.win32.resolve(file).toLowerCase())?.[1];
let folder = cwd;
const handles: string[] = [];
Object.assign(path, path.win32);
Object.assign(process, {
  cwd: () => folder,
  chdir: (to: string) => {
    folder = to;
  },
});
Object.assign(fs, {
  statSync(file: string) {
    if (contentAt(file) === undefined) throw Object.assign(new Error('none'), { code: 'ENOENT' });
    return { isFile: () => true, isSymbolicLink: () => false };
  },
  openSync: (file: string) => handles.push(contentAt(file) ?? '') - 1,
  readSync: (handle: number, buffer: Buffer) => buffer.write(handles[handle] ?? ''),
  closeSync: () => undefined,
});

const started = commands.map(({ command, args }) => {
  try {
    const parsed = parseCommand(command, args, { cwd, env: process.env });
    const isVerbatim = parsed.options.windowsVerbatimArguments === true;
    return { command: parsed.command, args: parsed.args, isVerbatim };
  } catch (error) {
    return { code: (error as NodeJS.ErrnoException).code };
  }
});
process.stdout.write(JSON.stringify(started));
