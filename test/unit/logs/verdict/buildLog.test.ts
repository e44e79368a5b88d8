import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createBuildLogParser, measureSteps } from '../../../../src/logs/verdict/buildLog.ts';
import { maxErrors } from '../../../../src/logs/verdict/errorCollector.ts';
import { buildLogs } from '../../../service/world/buildLogs.ts';

function parse(lines: readonly string[]) {
  const parser = createBuildLogParser();
  for (const [id, content] of lines.entries()) parser.add({ id, time: id * 1000, content });
  return parser.log;
}

const parseText = (text: string) => parse(text.split('\n'));
const listSteps = (text: string) => parseText(text).steps.map(({ id, row }) => `${id} ${row.id}`);
const listErrors = (text: string) =>
  parseText(text).errors.map(({ text: message, references }) =>
    [message, ...references.map(({ path, line }) => `${path} ${line}`)].join(' | '),
  );

describe('the steps of a build log', () => {
  for (const [name, text, ...expected] of [
    [
      'npm and TypeScript',
      'Cloning into "/app"...\n> npm ci\nadded 214 packages in 4s\n> weather-tools@1.0.0 build\n> tsc -p .\nStarting the server',
      'clone 0',
      'install 1',
      'build 3',
      'start 5',
    ],
    [
      'Vercel',
      'Cloning github.com/octo/x (Branch: main, Commit: abc)\nRunning "install" command: `npm ci`...\nRunning "npm run build"\nDeploying outputs...',
      ...['clone 0', 'install 1', 'build 2', 'start 3'],
    ],
    [
      'Render',
      "==> Cloning from https://github.com/x\n==> Running build command 'npm ci; npm run build'...\n==> Deploying container",
      ...['clone 0', 'build 1', 'start 2'],
    ],
    [
      'BuildKit',
      '#1 [internal] load build definition\n#5 [2/6] RUN pnpm install\n#5 1.2 Packages: +10\n#6 [3/6] RUN pnpm build\n#7 exporting to docker image format',
      ...['install 1', 'build 3', 'upload 4'],
    ],
    [
      'a classic image, which installs packages again in its last stage',
      'Step 2/9 : RUN npm ci\nStep 3/9 : RUN npm run build\nStep 7/9 : RUN npm ci --omit=dev\nPushing image',
      ...['install 0', 'build 1', 'upload 3'],
    ],
    ['yarn', '$ yarn install\nyarn install v1.22\n$ vite build\nvite v5.0', 'install 0', 'build 2'],
    ['bun', 'bun install v1.3\nbun run build', 'install 0', 'build 1'],
    [
      'uv',
      'Resolved 41 packages in 12ms\nuv build\nINFO:     Uvicorn running on http://0.0.0.0',
      ...['install 0', 'build 1', 'start 2'],
    ],
    [
      'pip, whose wheels are no build step',
      'Collecting httpx\n  Building wheel for x (pyproject.toml): started',
      'install 0',
    ],
    ['Poetry', '2026-11-21T10:00:00Z poetry install', 'install 0'],
    ['Next.js', '▲ Next.js 15.0.0\n  Creating an optimized production build ...', 'build 0'],
    ['an archive', 'Downloading the archive\nUnpacked 3 files\nnpm ci', 'download 0', 'install 2'],
    ['colors', '\u001b[36mInstalling dependencies\u001b[0m', 'install 0'],
    ['other lines', 'Starting the build\nBuild succeeded\nclone\nbuilding blocks of life\nreinstalling'],
  ] as const) {
    test(`of ${name}`, () => assert.deepEqual(listSteps(text), expected));
  }

  test('have durations as far as the log has times', () => {
    const parser = createBuildLogParser();
    parser.add({ id: 1, time: 1000, content: 'Cloning x' });
    parser.add({ id: 2, time: 1000, isUndated: true, content: 'npm ci' });
    parser.add({ id: 3, time: 5000, content: 'npm run build' });
    const { steps } = parser.log;
    assert.deepEqual(measureSteps(steps, 9000), [undefined, undefined, 4000]);
    assert.deepEqual(measureSteps(steps, undefined), [undefined, undefined, undefined]);
    // A clock that goes backward, and a log with one time.
    assert.deepEqual(measureSteps(steps.slice(2), 4000), [undefined]);
    assert.deepEqual(measureSteps(steps.slice(2), 5000), [undefined]);
  });
});

describe('the errors in a build log', () => {
  for (const [name, text, ...expected] of [
    [
      'TypeScript',
      'src/x.ts(12,7): error TS2322: Type\nsrc/y.ts(1,2): warning TS1: no\nsrc/z.ts:3:4 - error TS1: no',
      'src/x.ts(12,7): error TS2322: Type | src/x.ts 12',
      'src/z.ts:3:4 - error TS1: no | src/z.ts 3',
    ],
    [
      'npm, once',
      'npm error code ENOENT\nnpm error path /app\nnpm error A complete log of this run',
      'npm error code ENOENT',
    ],
    [
      'Python, with the innermost call first',
      'Traceback (most recent call last):\n  File "/app/a.py", line 3, in <module>\n    x()\n  File "/app/b.py", line 7, in x\nValueError: no',
      'ValueError: no | /app/b.py 7 | /app/a.py 3',
    ],
    [
      'Rust, without its warnings',
      'warning: unused\n --> src/lib.rs:3:4\nerror[E0425]: cannot find `x`\n  --> src/main.rs:1:2',
      'error[E0425]: cannot find `x` | src/main.rs 1',
    ],
    ['Go', '# example.com/x\n./main.go:3:4: undefined: x', './main.go:3:4: undefined: x | ./main.go 3'],
    [
      'esbuild',
      '✘ [ERROR] Could not resolve "zod"\n\n    src/index.ts:1:20:',
      '✘ [ERROR] Could not resolve "zod" | src/index.ts 1',
    ],
    [
      'ESLint',
      '/app/src/x.ts\n  12:7  error  Unexpected any\n  13:7  warning  Unexpected any',
      '12:7 error Unexpected any | /app/src/x.ts 12',
    ],
    [
      'Node.js',
      "Error: Cannot find module './x'\n    at run (/app/dist/server.js:3:14)",
      "Error: Cannot find module './x' | /app/dist/server.js 3",
    ],
    [
      'BuildKit',
      '#9 ERROR: process "npm ci" did not complete\n------\nDockerfile:7',
      'ERROR: process "npm ci" did not complete | Dockerfile 7',
    ],
    ['a shell', 'sh: 1: tsc: not found', 'sh: 1: tsc: not found'],
    ['the system', 'Killed\nprocess exited with code 137', 'Killed', 'process exited with code 137'],
    ['one text twice', 'error: x\nerror: x', 'error: x'],
    [
      'nothing else',
      '0 errors\nfound 0 vulnerabilities\nno error\nwarning: x\nerror-free\nexited with code 0\nsrc/x.ts:1:2: note: y',
    ],
  ] as const) {
    test(`of ${name}`, () => assert.deepEqual(listErrors(text), expected));
  }

  test('are limited in number and length, and are counted', () => {
    const log = parse(Array.from({ length: 500 }, (_, index) => `error: ${index} ${'x'.repeat(5000)}`));
    assert.deepEqual([log.errors.length, log.errorCount], [maxErrors, 500]);
    assert.ok(log.errors.every(({ text }) => text.length <= 301));
  });

  test('have the last line as a substitute, but not the status', () => {
    assert.equal(parseText('Health check 5\n\u001b[31mFailed\u001b[0m').lastLine?.text, 'Health check 5');
    assert.equal(parseText('Failed').lastLine, undefined);
  });
});

test('the sample logs have steps of every kind, and errors only if they failed', () => {
  for (const [runtime, { start, outcomes }] of Object.entries(buildLogs)) {
    const parseOutcome = (outcome: keyof typeof outcomes) =>
      parse(['Cloning x', ...[...start, ...outcomes[outcome]].map(({ content = '' }) => content)]);
    const ids = parseOutcome('deployed').steps.map(({ id }) => id);
    assert.deepEqual(ids, ['clone', 'install', 'build', 'upload', 'start'], runtime);
    assert.deepEqual(parseOutcome('deployed').errors, [], runtime);
    assert.notDeepEqual(parseOutcome('failed').errors, [], runtime);
  }
});

test('hostile texts take linear time, and have bounded results', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'npm ci',
      'error: x',
      'src/x.ts:1:2',
      'warning',
      'npm error x',
      '  12:7  error  y',
      'a.ts',
    ),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const log = parse(lines);
      assert.ok(log.steps.length <= 6 && log.errors.length <= maxErrors);
      assert.ok(log.errorCount >= log.errors.length);
      for (const { references } of log.errors) assert.ok(references.length <= 5);
    }),
  );
  for (const piece of ['a.a:1 ', '#1 ', '[1/1] ', 'Error', 'npm error\n', ': not found', '\u001b[', 'a '])
    parse([piece.repeat(500_000 / piece.length), ...Array.from({ length: 2000 }, () => piece.repeat(50))]);
});
