import { root } from '../harness/paths.ts';
import { endGroup, startGroup } from '../harness/processes.ts';

export type TestRunOutcome = 'passed' | 'failed' | 'timed out';

/**
 * Runs tests until one fails or the time limit passes. A line that matches `failurePattern` reports a failed
 * test.
 */
export async function runTests(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  limitMs: number,
  failurePattern: RegExp,
): Promise<TestRunOutcome> {
  const child = startGroup(process.execPath, args, { cwd: root, env: { ...process.env, ...env } });
  const ended = new Promise<TestRunOutcome>((resolve, reject) => {
    let line = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      line += chunk.toString();
      if (failurePattern.test(line)) resolve('failed');
      line = line.slice(line.lastIndexOf('\n') + 1);
    });
    child.stderr?.resume();
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0 ? 'passed' : 'failed'));
  });
  const over = Promise.withResolvers<TestRunOutcome>();
  const timer = setTimeout(() => over.resolve('timed out'), limitMs);
  const outcome = await Promise.race([ended, over.promise]);
  clearTimeout(timer);
  await endGroup(child, 0);
  return outcome;
}

/** Runs a task for each item, at most `concurrency` at a time. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  concurrency: number,
  task: (item: T) => Promise<void>,
) {
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) await task(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
