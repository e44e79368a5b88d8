import assert from 'node:assert/strict';
import { relative } from 'node:path';
import { describe, test } from 'node:test';
import { build } from 'esbuild';
import { buildFinished, buildStarted, reportBuilds } from '../../harness/build/announce.ts';
import { userData, workspace } from '../../harness/desktopTests.ts';
import { editorTestsBundle, testedExtension } from '../../harness/editorTestsBundle.ts';
import { root } from '../../harness/paths.ts';
import { readRepositoryFile } from '../../kit/fileText.ts';

interface Task {
  readonly label: string;
  readonly type: string;
  readonly script: string;
  readonly isBackground?: boolean;
  readonly problemMatcher: {
    readonly pattern: Readonly<Record<'regexp', string>> & Readonly<Record<string, unknown>>;
    readonly background: { readonly beginsPattern: string; readonly endsPattern: string };
  };
}
interface Configuration {
  readonly name: string;
  readonly type: string;
  readonly args: readonly string[];
  readonly outFiles: readonly string[];
  readonly preLaunchTask: string;
}

const json = (path: string) => JSON.parse(readRepositoryFile(path));
const tasks: readonly Task[] = json('.vscode/tasks.json').tasks;
const configurations: readonly Configuration[] = json('.vscode/launch.json').configurations;
const { scripts, devDependencies } = json('package.json');
const inWorkspace = (path: string): string =>
  `\${workspaceFolder}${path === root ? '' : `/${relative(root, path)}`}`;

describe('the folder .vscode', () => {
  test('runs existing npm scripts', () => {
    assert.ok(tasks.length > 0);
    for (const { label, type, script } of tasks) {
      assert.equal(type, 'npm', label);
      assert.ok(script in scripts, label);
    }
  });

  test('starts the extension after the first build, and again after each change', () => {
    const [first] = configurations;
    assert.equal(first?.type, 'extensionHost');
    assert.deepEqual(first?.args, [`--extensionDevelopmentPath=${inWorkspace(root)}`]);
    const task = tasks.find(({ label }) => label === first?.preLaunchTask);
    assert.ok(task?.isBackground);
    assert.match(scripts[task.script], /--watch/);
  });

  test('runs the in-editor tests as npm run test:desktop does, in a folder of their own', () => {
    const tests = configurations.find(({ args }) =>
      args.some((one) => one.startsWith('--extensionTestsPath')),
    );
    assert.deepEqual(tests?.args.slice(0, 4), [
      inWorkspace(workspace),
      `--extensionDevelopmentPath=${inWorkspace(testedExtension)}`,
      `--extensionTestsPath=${inWorkspace(editorTestsBundle)}`,
      `--user-data-dir=${inWorkspace(userData)}`,
    ]);
    const task = tasks.find(({ label }) => label === tests?.preLaunchTask);
    assert.match(scripts[task?.script ?? ''], /desktop\.ts --prepare$/);
  });

  test('matches the output of the watched build: its beginning, its end, and problems with their locations', async () => {
    const output: string[] = [];
    await assert.rejects(
      build({
        stdin: { contents: '\nimport "./gone.ts";', sourcefile: 'src/some.ts', resolveDir: root },
        bundle: true,
        write: false,
        logLevel: 'silent',
        plugins: [reportBuilds((line) => output.push(line))],
      }),
    );
    const { pattern, background } =
      tasks.find(({ isBackground }) => isBackground)?.problemMatcher ?? assert.fail();
    assert.match(buildStarted, new RegExp(background.beginsPattern));
    assert.match(buildFinished, new RegExp(background.endsPattern));
    assert.deepEqual([output[0], output.at(-1)], [buildStarted, buildFinished]);
    const found = new RegExp(pattern.regexp).exec(output[1] ?? '') ?? [];
    const of = (name: string) => found[Number(pattern[name])];
    assert.deepEqual(['file', 'line', 'column', 'severity'].map(of), ['src/some.ts', '2', '8', 'error']);
    assert.match(of('message') ?? '', /gone\.ts/);
  });

  test('recommends the extensions that check this code', () => {
    const { recommendations } = json('.vscode/extensions.json');
    assert.deepEqual(recommendations, ['biomejs.biome']);
    assert.ok('@biomejs/biome' in devDependencies);
  });
});
