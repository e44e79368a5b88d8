import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { context, type Plugin } from 'esbuild';
import { buildFinished, buildStarted, reportBuilds } from '../../harness/build/announce.ts';

/** Creates a plugin whose build reports its start, and ends when `until` resolves. */
const createHeldPlugin = (runs: () => void, until: Promise<void>): Plugin => ({
  name: 'held',
  setup: ({ onLoad }) =>
    onLoad({ filter: /^held$/, namespace: 'held' }, async () => {
      runs();
      await until;
      return { contents: '' };
    }),
});
const resolving: Plugin = {
  name: 'resolving',
  setup: ({ onResolve }) => onResolve({ filter: /^held$/ }, () => ({ path: 'held', namespace: 'held' })),
};

describe('a watched build', () => {
  test('begins once, ends when all of its parts have ended, and reports each problem in one line', async () => {
    const output: string[] = [];
    const shared = reportBuilds((line) => output.push(line));
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    const { promise: running, resolve: runs } = Promise.withResolvers<void>();
    const options = { bundle: true, write: false, logLevel: 'silent' } as const;
    const slow = await context({
      ...options,
      stdin: { contents: "import 'held';" },
      plugins: [resolving, createHeldPlugin(runs, until), shared],
    });
    const quick = await context({ ...options, stdin: { contents: 'let a;' }, plugins: [shared] });
    const broken = await context({
      ...options,
      stdin: { contents: 'let a;\n let let', sourcefile: 'src/broken.ts' },
      plugins: [shared],
    });
    try {
      const first = slow.rebuild();
      // Otherwise, esbuild could finish the quick build before it begins this one.
      await running;
      await quick.rebuild();
      await assert.rejects(broken.rebuild());
      assert.deepEqual(output, [buildStarted]);
      release();
      await first;
      const problem = output[1] ?? '';
      assert.match(problem, /^src\/broken\.ts:2:6: error: .*let/);
      assert.deepEqual(output, [buildStarted, problem, buildFinished]);
      await quick.rebuild();
      assert.deepEqual(output.slice(3), [buildStarted, buildFinished]);
    } finally {
      release();
      await Promise.all([slow, quick, broken].map((one) => one.dispose()));
    }
  });
});
