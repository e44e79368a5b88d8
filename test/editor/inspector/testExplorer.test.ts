import { rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { startSessionServer } from '../../kit/sessionServer.ts';
import { expect, test } from '../fixtures.ts';
import { listOutcomes } from '../testExplorer.ts';
import type { HostWindow } from '../window.ts';

const name = 'weather.mcp-test.json';
const text = (...tests: readonly object[]): string => `${JSON.stringify({ tests }, undefined, 2)}\n`;
const passes = { name: 'measures', tool: 'measure', expect: { contains: { station: 'OSL-1' } } };
const fails = { name: 'is warmer', tool: 'measure', expect: { contains: { celsius: 30 } } };
const rejected = { name: 'is out of reach', tool: 'call_station' };

test.describe('the Test Explorer', () => {
  test.use({
    serviceOptions: { seed: 7, typicalOnly: true, live: false },
    sources: { [name]: text(passes, fails), 'node_modules/one/other.mcp-test.json': text(passes) },
  });

  test('lists the tests of files as they are edited, saved, and deleted', async ({ workbench, folder }) => {
    const { tests } = workbench;
    await expect(tests.item(/./)).toHaveText([name, `${name} > measures`, `${name} > is warmer`]);
    const uri = vscode.Uri.file(join(folder, name));
    const document = await vscode.workspace.openTextDocument(uri);
    // The editor can still have the text of an earlier test with this path, until it notices the new file.
    await expect.poll(() => document.getText()).toBe(text(passes, fails));
    const found = await tests.item('is warmer').one();
    const at = document.positionAt(document.getText().lastIndexOf('{\n      "name"'));
    expect(found.range?.start).toEqual(at);
    await vscode.window.showTextDocument(document);

    await test.step('an edited file', async () => {
      await replaceAll(document, text(passes, fails, rejected));
      await expect(tests.item('is out of reach')).toBeVisible();
      expect(await tests.item('is warmer').one()).toBe(found);
    });
    await test.step('an invalid file', async () => {
      await replaceAll(document, text(passes, passes));
      await expect(tests.errors).toHaveText(/^Line 13: tests\[1\]\.name\b.* tests\[0\]\.name$/);
      await replaceAll(document, '{');
      await expect(tests.errors).not.toContainText('tests[1].name');
      await expect(tests.item('is warmer')).toBeVisible();
    });
    await test.step('a reverted file', async () => {
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      await expect(tests.errors).toHaveCount(0);
      await expect(tests.item('is out of reach')).toBeHidden();
    });
    await test.step('another file, and no file', async () => {
      writeFileSync(join(folder, 'more.mcp-test.json'), text(rejected));
      await expect(tests.item('more.mcp-test.json > is out of reach')).toBeVisible();
      rmSync(join(folder, name));
      await expect(tests.item(name)).toBeHidden();
    });
  });

  test('runs tests in one environment, remembers it, and shows the expected value', async ({
    workbench,
    folder,
  }) => {
    const { tests } = workbench;
    writeFileSync(join(folder, 'more.mcp-test.json'), text(rejected, { ...passes, name: 'still measures' }));
    await expect(tests.item('still measures')).toBeVisible();
    void tests.runAll();
    await chooseEnvironments(workbench, 'weather-tools / production');
    await expect(workbench.inputMessage).toContainText('Your own forecast key');
    await workbench.enter('the-key');
    const run = await tests.waitForRun(0);
    expect(listOutcomes(run).toSorted()).toEqual([
      'failed: more.mcp-test.json > is out of reach',
      `failed: ${name} > is warmer`,
      'passed: more.mcp-test.json > still measures',
      `passed: ${name} > measures`,
    ]);
    expect(run.output).toContain('✓ measures (weather-tools/production)');
    const [wrong] = run.events.filter(
      ({ item, outcome }) => item.endsWith('is warmer') && outcome === 'failed',
    );
    const [message] = wrong?.messages ?? [];
    expect([message?.expectedOutput, message?.actualOutput]).toEqual(['30', '21.5']);
    const line = text(passes, fails)
      .split('\n')
      .findIndex((one) => one.includes('"celsius": 30'));
    expect(message?.location?.range.start.line).toBe(line);
    expect(tests.profiles.map(({ label }) => label)).toEqual([
      'Run on weather-tools/production',
      'Run On...',
    ]);
    void tests.runAll();
    await tests.waitForRun(1);
    expect(workbench.question.isVisible()).toBe(false);
  });

  test.describe('in an editor with a chat', () => {
    test.use({ settings: { 'chat.disableAIFeatures': false } });

    test('puts failed tests into the chat, without the values of headers', async ({ workbench }) => {
      const { tests } = workbench;
      await expect(tests.item('measures')).toBeVisible();
      const title = 'Explain Test Failure with Chat';
      void tests.runAll();
      await chooseEnvironments(workbench, 'weather-tools / production');
      await workbench.enter('the-key');
      await tests.waitForRun(0);
      // Of tests that have passed, there is nothing to explain either.
      await workbench.run(title, await tests.item('measures').one());
      await expect(workbench.notification('This window has no failure of this test.')).toBeVisible();
      await workbench.run(title, { test: await tests.item('is warmer').one() });
      const { chatPrompts } = workbench.fakeEditor;
      await expect.poll(() => chatPrompts.length).toBe(1);
      const [prompt = ''] = chatPrompts;
      expect(prompt).toMatch(/^Why do these tests of an MCP server fail\?/);
      expect(prompt).toContain('"project":"weather-tools","environment":"production","environmentId":"');
      expect(prompt).toContain('"test":{"name":"is warmer","tool":"measure"');
      expect(prompt).toContain('"expected":"30","actual":"21.5"');
      expect(prompt).not.toMatch(/the-key|"name":"measures"/);
    });
  });

  test('shows the outcome in each of several environments', async ({ workbench, service }) => {
    const { tests } = workbench;
    await expect(tests.item('measures')).toBeVisible();
    void tests.runAll();
    await chooseEnvironments(workbench, 'weather-tools / production', 'Another URL or Port...');
    await workbench.enter('1');
    await workbench.enter('the-key');
    const run = await tests.waitForRun(0);
    const production = 'weather-tools/production';
    expect(listOutcomes(run).toSorted()).toEqual([
      `errored: ${name} > is warmer > 127.0.0.1:1/mcp`,
      `errored: ${name} > measures > 127.0.0.1:1/mcp`,
      `failed: ${name} > is warmer > ${production}`,
      `passed: ${name} > measures > ${production}`,
    ]);
    const [profile] = tests.profiles;
    expect(profile?.label).toBe(`Run on ${production} and 1 More`);

    await test.step('a task runs them in a terminal', async () => {
      const [task] = await vscode.tasks.fetchTasks({ type: 'mcp-test' });
      expect(task?.name).toBe(`${production}, 127.0.0.1:1/mcp`);
      const execution = task?.execution as vscode.ProcessExecution | undefined;
      const args = execution?.args ?? [];
      expect(execution?.process).toBe(process.execPath);
      expect(basename(args[0] ?? '')).toBe('mcpTest.cjs');
      expect(args.slice(1)).toEqual([
        '--server',
        `${production}=${serverOf(service.world.environments.values(), service.url)}`,
        '--server',
        '127.0.0.1:1/mcp=http://127.0.0.1:1/mcp',
      ]);
    });
    await test.step('runs one of them alone', async () => {
      const item = await tests.item(/measures > weather-tools\/production/).one();
      await runOf(profile, [item]);
      expect(listOutcomes(await tests.waitForRun(1))).toEqual([`passed: ${name} > measures > ${production}`]);
    });
    await test.step('asks for another environment', async () => {
      profile?.configureHandler?.();
      await expect(workbench.checked).toHaveCount(2);
      await workbench.choose(workbench.item('127.0.0.1:1/mcp'));
      await workbench.input.press('Enter');
      await expect(tests.item(/production/)).toHaveCount(0);
    });
  });
});

test.describe('MCP tests with a variable of this extension', () => {
  const headers = { 'x-weather-key': '$' + '{env:HOSTED_MCP_API_KEY}' };
  test.use({
    serviceOptions: { seed: 7, typicalOnly: true, live: false },
    sources: { [name]: JSON.stringify({ headers, tests: [passes] }) },
  });

  test("don't get its value, and aren't run", async ({ workbench, service }) => {
    const { tests } = workbench;
    await expect(tests.item('measures')).toBeVisible();
    expect(process.env['HOSTED_MCP_API_KEY']).toBeDefined();
    service.requests.clear();
    void tests.runAll();
    await chooseEnvironments(workbench, 'Another URL or Port...');
    await workbench.enter(serverOf(service.world.environments.values(), service.url));
    const run = await tests.waitForRun(0);
    const [event] = run.events.filter(({ outcome }) => outcome === 'errored');
    expect(event?.messages[0]?.message).toMatch(/can't read .*HOSTED_MCP_API_KEY/);
    expect(service.requests.list().filter(({ path }) => path.startsWith('/mcp/'))).toEqual([]);
  });
});

test.describe('a run of MCP tests', () => {
  const key = 'HM_TEST_KEY';
  const headers = { 'x-weather-key': `\${env:${key}}` };
  const slow = { name: 'counts', tool: 'count_clouds', arguments: { steps: 1000, stepMs: 60_000 } };
  test.use({
    serviceOptions: { seed: 7, typicalOnly: true, live: false },
    sources: { [name]: JSON.stringify({ headers, tests: [passes, slow, fails] }) },
  });

  test('gets headers from the environment of the editor, and can be canceled', async ({
    workbench,
    service,
  }) => {
    const { tests } = workbench;
    const url = serverOf(service.world.environments.values(), service.url);
    await expect(tests.item('counts')).toBeVisible();
    await test.step('reports a variable that is not set', async () => {
      void tests.runAll();
      await chooseEnvironments(workbench, 'Another URL or Port...');
      await workbench.enter(url);
      const run = await tests.waitForRun(0);
      const errors = run.events.filter(({ outcome }) => outcome === 'errored');
      expect(errors).toHaveLength(3);
      expect(errors[0]?.messages[0]?.message).toContain(key);
    });
    process.env[key] = 'a-secret-key';
    try {
      void tests.runAll();
      await expect
        .poll(() => tests.runs[1]?.events.at(-1))
        // A regular expression in toMatchObject matches any string.
        .toMatchObject({ outcome: 'started', item: expect.stringContaining('counts') });
      await vscode.commands.executeCommand('testing.cancelRun');
      const run = await tests.waitForRun(1);
      expect(listOutcomes(run)).toEqual([`passed: ${name} > measures`, `skipped: ${name} > counts`]);
    } finally {
      delete process.env[key];
    }
  });

  test('does not start in a workspace that is not trusted', async ({ workbench }) => {
    const { tests } = workbench;
    await expect(tests.item('measures')).toBeVisible();
    const isTrusted = Object.getOwnPropertyDescriptor(vscode.workspace, 'isTrusted');
    Object.defineProperty(vscode.workspace, 'isTrusted', { configurable: true, get: () => false });
    try {
      await runOf(tests.profiles[0], undefined);
      const message = workbench.notification("MCP tests can't run");
      await expect(message.getByRole('button', { name: 'Manage Workspace Trust' })).toBeVisible();
      expect(workbench.question.isVisible()).toBe(false);
      expect(tests.runs).toEqual([]);
    } finally {
      if (isTrusted) Object.defineProperty(vscode.workspace, 'isTrusted', isTrusted);
    }
  });
});

test.describe('MCP tests on a server that restarts', () => {
  const tests = ['first', 'restart', 'second'].map((tool) => ({ name: tool, tool }));
  test.use({ sources: { [name]: text(...tests) } });

  test('continue in a new session, and the output reports that', async ({ workbench }) => {
    const endings: (() => unknown)[] = [];
    const server = await startSessionServer(
      { after: (end) => void endings.push(end as never) },
      (response) => {
        response.writeHead(404).end();
      },
    );
    try {
      await expect(workbench.tests.item('second')).toBeVisible();
      void workbench.tests.runAll();
      await chooseEnvironments(workbench, 'Another URL or Port...');
      await workbench.enter(server.url);
      const run = await workbench.tests.waitForRun(0);
      expect(listOutcomes(run)).toEqual(tests.map((one) => `passed: ${name} > ${one.name}`));
      expect(server.executed).toEqual(['first', 'restart', 'second']);
      expect(run.output).toMatch(/✓ second .* ms\r\n {4}The session no longer existed\b/);
      expect(run.output.match(/session no longer existed/g)).toHaveLength(1);
    } finally {
      for (const end of endings) await end();
    }
  });
});

test.describe('a workspace without test files', () => {
  test('has no MCP tests in its Test Explorer, until there is a file', async ({ workbench, folder }) => {
    const findTestFiles = () => vscode.workspace.findFiles('**/*.mcp-test.json');
    // The search can still find the file of an earlier test.
    await expect.poll(async () => (await findTestFiles()).length).toBe(0);
    await workbench.reload();
    // The extension has searched before, so its search is over as well.
    await findTestFiles();
    expect(workbench.tests.controllers).toEqual([]);
    writeFileSync(join(folder, name), text(passes));
    await expect(workbench.tests.item('measures')).toBeVisible();
  });
});

/** Selects these items of the list, and no others. */
async function chooseEnvironments(workbench: HostWindow, ...lines: readonly (string | RegExp)[]) {
  for (const line of lines) await workbench.choose(workbench.item(line));
  await workbench.input.press('Enter');
}

async function replaceAll(document: vscode.TextDocument, instead: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const end = document.lineAt(document.lineCount - 1).range.end;
  edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), end), instead);
  await vscode.workspace.applyEdit(edit);
}

async function runOf(
  profile: vscode.TestRunProfile | undefined,
  include: readonly vscode.TestItem[] | undefined,
): Promise<void> {
  const { token } = new vscode.CancellationTokenSource();
  await profile?.runHandler(new vscode.TestRunRequest(include, undefined, profile), token);
}

function serverOf(environments: Iterable<{ readonly mcpServerUrl: string }>, base: string): string {
  for (const { mcpServerUrl } of environments) if (mcpServerUrl.startsWith(base)) return mcpServerUrl;
  throw new Error('No environment has a server.');
}
