import { root } from './paths.ts';
import { type Output, startGroup } from './processes.ts';

/**
 * Runs a program to its end and prints its output, or passes it to `show`. Rejects only if the program can't
 * be started.
 */
export function runWithOutput(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  show = (chunk: Buffer, to: NodeJS.WriteStream): void => void to.write(chunk),
): Promise<Output> {
  const child = startGroup(command, args, { cwd: root, env: { ...process.env, ...env } });
  let text = '';
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      show(chunk, to);
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, text }));
  });
}
