import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { build } from 'esbuild';
import { commandLineOptions } from '../../../harness/build/host.ts';
import { root } from '../../../harness/paths.ts';
import { run, startGroup } from '../../../harness/processes.ts';
import { readRepositoryFile } from '../../../kit/fileText.ts';
import { startSessionServer } from '../../../kit/sessionServer.ts';
import { startServer, stuckServers } from '../../../kit/stuckServers.ts';
import { type SampleService, startService } from '../../../service/service.ts';
import { elementsOf } from './xml.ts';

const forecast = { name: 'lists cities', tool: 'list_cities', expect: { contains: 'Oslo' } };
const wrong = { name: 'lists others', tool: 'list_cities', expect: { contains: 'Atlantis' } };
const secret = 'the-weather-key';
const headers = { 'X-Weather-Key': '$' + '{env:WEATHER_KEY}' };

let built = '';
let service: SampleService;
let url = '';
before(async () => {
  built = mkdtempSync(join(tmpdir(), 'hm-mcp-test-'));
  [service] = await Promise.all([
    startService({ seed: 7, typicalOnly: true, live: false }),
    build({ ...commandLineOptions, absWorkingDir: root, outdir: built }),
  ]);
  const environments = [...service.world.environments.values()];
  url = environments.find(({ mcpServerUrl }) => mcpServerUrl.startsWith(service.url))?.mcpServerUrl ?? '';
  assert.notEqual(url, '');
});
after(async () => {
  await service.close();
  rmSync(built, { recursive: true, force: true });
});

/** A folder with these files, and the program in it. */
function folderWith(t: TestContext, files: Readonly<Record<string, object | string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'hm-mcp-tests-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(
      join(folder, path),
      typeof content === 'string' ? content : JSON.stringify(content, null, 2),
    );
  }
  const program = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    [
      process.execPath,
      [join(built, 'mcpTest.cjs'), ...args],
      { cwd: folder, env: { ...process.env, ...env } },
    ] as const;
  return {
    mcpTest: (args: readonly string[], env?: Readonly<Record<string, string>>) => run(...program(args, env)),
    start: (args: readonly string[]) => startGroup(...program(args)),
    read: (path: string) => readFileSync(join(folder, path), 'utf8'),
  };
}

/** The first line of each suite, in any order. */
const titles = (text: string) => text.match(/^\S.* \(.*\)$/gm)?.toSorted();

describe('mcp-test', () => {
  test('sends no variable of the extension or of the editor, even if a file refers to it', async (t) => {
    const names = ['HOSTED_MCP_API_KEY', 'VSCODE_IPC_HOOK', 'ELECTRON_RUN_AS_NODE', 'hosted_mcp_other'];
    const { mcpTest } = folderWith(
      t,
      Object.fromEntries(
        names.map((name) => [
          `${name}.mcp-test.json`,
          { headers: { 'X-Key': `\${env:${name}}` }, tests: [forecast] },
        ]),
      ),
    );
    service.requests.clear();
    const { code, text } = await mcpTest(
      ['--server', `production=${url}`],
      Object.fromEntries(names.map((name) => [name, secret])),
    );
    assert.equal(code, 2, text);
    for (const name of names) assert.match(text, new RegExp(`can't read the environment variable ${name}`));
    assert.ok(!text.includes(secret));
    assert.deepEqual(service.requests.list(), []);
  });

  test('runs all files below its working folder, and exits with 0 if all tests pass', async (t) => {
    const { mcpTest } = folderWith(t, {
      'a.mcp-test.json': { tests: [forecast] },
      'deep/b.mcp-test.json': { tests: [forecast, { name: 'guide', resource: 'weather://guide' }] },
      'node_modules/c.mcp-test.json': 'broken',
      'other.json': 'broken',
    });
    const { code, text } = await mcpTest(['--server', `production=${url}`]);
    assert.equal(code, 0, text);
    assert.match(text, /^a\.mcp-test\.json · production \(127.*\n {2}✓ lists cities \(\d+ ms\)\n/);
    assert.match(text, /^deep\/b\.mcp-test\.json · production/m);
    assert.match(text, /\n3 passed\n$/);
    assert.equal(service.mcp.list().length, 0, 'each session was ended');
  });

  test('runs the example in the documentation', async (t) => {
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(readRepositoryFile('docs/mcp-tests.md')) ?? [];
    const { mcpTest } = folderWith(t, { 'a.mcp-test.json': example });
    const { code, text } = await mcpTest(['--server', `local=${url}`], { WEATHER_TOKEN: secret });
    assert.equal(code, 0, text);
    assert.match(text, /\n4 passed\n$/);
  });

  test('exits with 1 if a test fails, and writes JUnit XML', async (t) => {
    const { mcpTest, read } = folderWith(t, { 'a.mcp-test.json': { tests: [forecast, wrong] } });
    const { code, text } = await mcpTest(['--server', `production=${url}`, '--junit', 'out/results.xml']);
    assert.equal(code, 1, text);
    assert.match(text, /✗ lists others[\s\S]* at a\.mcp-test\.json:14:21\n/);
    assert.match(text, /\n1 passed, 1 failed\n$/);
    const [all] = elementsOf(read('out/results.xml'));
    assert.deepEqual([all?.attributes['tests'], all?.attributes['failures']], ['2', '1']);
  });

  test('runs only the specified files, on several servers', async (t) => {
    const { mcpTest } = folderWith(t, {
      'a.mcp-test.json': { tests: [wrong] },
      'b.mcp-test.json': { tests: [forecast] },
      'folder/c.mcp-test.json': { tests: [forecast] },
    });
    const servers = ['--server', `one=${url}`, '--server', `two=${url}?key=secret`];
    const { code, text } = await mcpTest(['b.mcp-test.json', 'folder', ...servers]);
    assert.equal(code, 0, text);
    const address = url.replace('http://', '');
    assert.deepEqual(titles(text), [
      `b.mcp-test.json · one (${address})`,
      `b.mcp-test.json · two (${address})`,
      `folder/c.mcp-test.json · one (${address})`,
      `folder/c.mcp-test.json · two (${address})`,
    ]);
  });

  test('sends headers from its environment, and writes their values nowhere', async (t) => {
    const echo = { name: 'echo', tool: 'echo', arguments: { text: secret }, expect: { equals: 'x' } };
    const { mcpTest, read } = folderWith(t, { 'a.mcp-test.json': { headers, tests: [forecast, echo] } });
    const keyed = ['--server', `production=${url}/keyed`, '--junit', 'results.xml'];
    const { code, text } = await mcpTest(keyed, { WEATHER_KEY: secret });
    assert.equal(code, 1, text);
    assert.match(text, /✓ lists cities/);
    assert.match(text, /actual: {3}•••/);
    assert.ok(!`${text}${read('results.xml')}`.includes(secret));
  });

  test('writes no part of a header, and no command of a CI system', async (t) => {
    const echo = (name: string, text: string) => ({
      name,
      tool: 'echo',
      arguments: { text },
      expect: { equals: 'x' },
    });
    const tests = [echo('a', 'the password lovelace'), echo('b', 'x\n::add-mask::y\n##[error]z')];
    const authorization = { Authorization: `Basic $${'{env:PAIR}'}` };
    const { mcpTest } = folderWith(t, { 'a\u001b[2Jb.mcp-test.json': { headers: authorization, tests } });
    const pair = Buffer.from('ada:lovelace').toString('base64');
    const { code, text } = await mcpTest(['--server', `production=${url}`], { PAIR: pair });
    assert.equal(code, 1, text);
    assert.match(text, /^a\[U\+001B\]\[2Jb\.mcp-test\.json/);
    assert.match(text, /the password •••/);
    assert.doesNotMatch(text, /lovelace|\p{Cc}(?<!\n)|^\s*::|##\[/mu);
    const missing = await mcpTest(['::error::\u001b[31m', '--server', `production=${url}`]);
    assert.equal(missing.code, 2);
    assert.match(missing.text, /^: :error::\[U\+001B\]\[31m: doesn't exist/);
  });

  test("exits with 2 if a variable isn't set, or a server requires a header", async (t) => {
    const with_ = folderWith(t, { 'a.mcp-test.json': { headers, tests: [forecast] } });
    const unset = await with_.mcpTest(['--server', `production=${url}/keyed`], { WEATHER_KEY: '' });
    assert.equal(unset.code, 2);
    assert.match(unset.text, /! Not run: .*WEATHER_KEY isn't set\.\n/);
    const without = folderWith(t, { 'a.mcp-test.json': { tests: [forecast] } });
    const refused = await without.mcpTest(['--server', `production=${url}/keyed`]);
    assert.equal(refused.code, 2);
    assert.match(refused.text, /! Not run: .*\(401\)\..*: The header x-weather-key is missing\n/);
  });

  test("exits with 2 if a server can't be reached, and runs the tests on the others", async (t) => {
    const { mcpTest, read } = folderWith(t, { 'a.mcp-test.json': { tests: [forecast] } });
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const servers = ['--server', `gone=${port}`, '--server', `production=${url}`];
    const { code, text } = await mcpTest([...servers, '--junit', 'results.xml']);
    assert.equal(code, 2, text);
    assert.match(text, /! Not run: .*\(ECONNREFUSED\)\./);
    assert.match(text, /✓ lists cities/);
    const errors = elementsOf(read('results.xml')).filter(({ tag }) => tag === 'error');
    assert.equal(errors.length, 1);
  });

  test('exits with 2 if a file is invalid, and runs no tests', async (t) => {
    const { mcpTest } = folderWith(t, {
      'a.mcp-test.json': { tests: [forecast, { name: 'lists cities', tool: 7 }] },
      'b.mcp-test.json': '{\n  // why\n}',
      'c.mcp-test.json': { tests: [forecast] },
      'empty/d.json': '{}',
    });
    const { code, text } = await mcpTest(['.', 'gone', 'empty', '--server', `production=${url}`]);
    assert.equal(code, 2);
    assert.deepEqual(text.trim().split('\n'), [
      'a.mcp-test.json:11:15: tests[1].name: must be different from tests[0].name',
      'a.mcp-test.json:12:15: tests[1].tool: must be a string',
      "b.mcp-test.json:2:3: JSON doesn't support comments",
      "gone: doesn't exist",
      'empty: contains no *.mcp-test.json files',
    ]);
  });

  test('exits with 2 for invalid arguments, and explains its usage', async (t) => {
    const { mcpTest } = folderWith(t, {});
    const wrongly = await mcpTest([]);
    assert.equal(wrongly.code, 2);
    assert.equal(wrongly.text, 'Specify a server: --server NAME=URL\nFor usage, run mcp-test --help.\n');
    const help = await mcpTest(['--help']);
    assert.equal(help.code, 0);
    for (const option of ['--server', '--junit', '--timeout', 'Exit code'])
      assert.ok(help.text.includes(option));
    const { version } = JSON.parse(readRepositoryFile('package.json'));
    assert.deepEqual(await mcpTest(['--version']), { code: 0, text: `${version}\n` });
  });

  test('closes its sessions when it is interrupted', async (t) => {
    const slow = { name: 'slow', tool: 'count_clouds', arguments: { steps: 1000, stepMs: 50 } };
    const tests = [forecast, slow, { ...forecast, name: 'last' }];
    const { start, read } = folderWith(t, { 'a.mcp-test.json': { tests } });
    const { logs } = service.world;
    const { append } = logs;
    const isCounting = new Promise<void>((resolve) => {
      t.mock.method(logs, 'append', (...given: Parameters<typeof append>) => {
        if (given[1].some(({ content }) => content === 'count_clouds')) resolve();
        return append.apply(logs, given);
      });
    });
    const child = start(['--server', `production=${url}`, '--junit', 'results.xml']);
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    const ended = once(child, 'close');
    await isCounting;
    child.kill('SIGINT');
    const [code] = await ended;
    assert.equal(code, 130, text);
    assert.match(text, /✓ lists cities .*\n {2}- slow \(canceled\)\n {2}- last \(canceled\)\n/);
    assert.equal(service.mcp.list().length, 0, 'the session was ended');
    assert.equal(elementsOf(read('results.xml')).filter(({ tag }) => tag === 'skipped').length, 2);
  });

  test('reruns a test in a new session if its session no longer exists, and reports that', async (t) => {
    const { url: forgetful, executed } = await startSessionServer(t, (response) => {
      response.writeHead(400).end('Bad Request: No valid session ID provided');
    });
    const tests = ['first', 'restart', 'second'].map((tool) => ({ name: tool, tool }));
    const { mcpTest, read } = folderWith(t, { 'a.mcp-test.json': { tests } });
    const { code, text } = await mcpTest(['--server', `one=${forgetful}`, '--junit', 'results.xml']);
    assert.equal(code, 0, text);
    const notice = '[^\\n<]+ in a new session\\.';
    assert.match(text, new RegExp(`✓ second \\(\\d+ ms\\)\n {6}${notice}\n`));
    assert.equal(text.split('in a new session').length, 2);
    assert.match(read('results.xml'), new RegExp(`name="second".*>\\s*<system-out>${notice}</system-out>`));
    assert.deepEqual(executed, ['first', 'restart', 'second']);
  });

  test('fails if nothing is pending, and exits despite a pending connection', async (t) => {
    const { mcpTest } = folderWith(t, { 'a.mcp-test.json': { tests: [forecast] } });
    const servers = Object.entries(stuckServers).map(async ([fault, serve]) => {
      const { url: stuck } = await startServer(t, serve);
      return { fault, stuck };
    });
    const all = await Promise.all(servers);
    const named = all.flatMap(({ fault, stuck }) => ['--server', `${fault}=${stuck}`]);
    const { code, text } = await mcpTest([...named, '--timeout', '1']);
    assert.equal(code, 2, text);
    assert.equal(text.match(/! Not run: /g)?.length, all.length, text);
    // Alone, nothing else keeps the process running.
    const idle = all.filter(({ fault }) => /idle|never an event|accepts everything/.test(fault));
    assert.equal(idle.length, 3);
    const alone = idle.map(async ({ stuck }) => {
      const ran = await mcpTest(['--server', `one=${stuck}`, '--timeout', '1']);
      assert.equal(ran.code, 2, ran.text);
      assert.match(ran.text, /! Not run: /);
    });
    await Promise.all(alone);
  });
});
