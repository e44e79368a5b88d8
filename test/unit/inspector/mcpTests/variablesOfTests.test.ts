import '../../../bench/fakeEditorHook.ts';
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createSecrets, createSyncedMemento } from '../../../kit/fakeStores.ts';

const { editor, window } = (await import('vscode')) as unknown as typeof import('../../../page/vscode.ts');
const { prepareServer: serverOf } = await import(
  '../../../../src/inspector/mcpTests/explorer/preparedServer.ts'
);

const reference = (name: string): string => `$${'{'}env:${name}}`;
const file = (headers: Readonly<Record<string, string>>) => ({ headers, tests: [] });

/** A workspace whose file names one server at a URL, and what tests on it may be asked for. */
function start(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, '.vscode'));
  const path = join(folder, '.vscode', 'mcp.json');
  const name = (url: string): void => writeFileSync(path, JSON.stringify({ servers: { sample: { url } } }));
  editor.folder = folder;
  const deps = {
    connection: { baseUrl: undefined },
    services: {},
    openText: async () => undefined,
    version: '1',
    secrets: createSecrets(),
    workspaceState: createSyncedMemento(),
    lease: <T>(_: string, work: () => Promise<T>) => work(),
  };
  const target = { entry: { file: pathToFileURL(path).href, name: 'sample', kind: 'url' } } as const;
  return {
    name,
    /** Prepares the server, and returns the questions that were asked; the person agrees to each. */
    async ask(...files: readonly ReturnType<typeof file>[]): Promise<readonly string[]> {
      const asked: string[] = [];
      Object.assign(window, {
        async showWarningMessage(_: string, { detail }: { readonly detail: string }, label: string) {
          asked.push(detail);
          return label;
        },
      });
      await serverOf(deps as never, target, files);
      return asked;
    },
  };
}

test('tests ask before they send environment variables to a host that a workspace file names', async (t) => {
  const { name, ask } = start(t);
  name('https://one.example/mcp');
  assert.deepEqual(await ask(file({})), []);
  const secret = file({ 'X-Key': reference('SAMPLE_KEY') });
  const [question = '', ...more] = await ask(file({}), secret, secret);
  assert.match(question, /https:\/\/one\.example\/mcp.*X-Key.*SAMPLE_KEY/s);
  assert.deepEqual(more, []);

  assert.deepEqual(await ask(secret), [], 'the same again');
  assert.match((await ask(file({ 'X-Key': reference('OTHER_KEY') })))[0] ?? '', /OTHER_KEY/);
  name('https://two.example/mcp');
  assert.match((await ask(secret))[0] ?? '', /https:\/\/two\.example\/mcp/);
});
