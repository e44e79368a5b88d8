import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { listOutcomes } from '../testExplorer.ts';

const name = 'sample.mcp-test.json';
const secret = 'the-key-of-the-process';
const variable = (of: string): string => `$${'{'}${of}}`;

/** An MCP server with a tool `key`, which returns a value of its environment. */
const server = `
  const results = {
    initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
    'tools/list': { tools: [{ name: 'key', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'The key is ' + process.env.KEY }] },
  };
  require('node:readline').createInterface(process.stdin).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
  });
`;
const entry = {
  command: 'node',
  args: [`${variable('workspaceFolder')}/server.js`],
  env: { KEY: variable('input:key') },
};
const inputs = [{ id: 'key', type: 'promptString', description: 'The key of the server', password: true }];
const tests = [
  { name: 'answers', tool: 'key', expect: { contains: 'The key is' } },
  { name: 'repeats its key', tool: 'key', expect: { contains: 'nothing of the kind' } },
];

test.describe('MCP tests on a server that the workspace starts', () => {
  test.use({
    sources: {
      '.vscode/mcp.json': JSON.stringify({ servers: { sample: entry, broken: { command: 1 } }, inputs }),
      'server.js': server,
      // A process has no headers, so the variable isn't needed.
      [name]: JSON.stringify({ headers: { 'x-key': variable('env:HM_NOT_SET') }, tests }),
    },
  });

  test('run after the command is allowed, are remembered, and show no value of the process', async ({
    workbench,
  }) => {
    await expect(workbench.tests.item('repeats its key')).toBeVisible();
    void workbench.tests.runAll();
    await expect(workbench.item('broken')).toHaveCount(0);
    await workbench.choose(workbench.item(/^sample/));
    await workbench.input.press('Enter');
    await expect(workbench.dialog).toContainText('server.js');
    await workbench.dialog.getByRole('button', { name: 'Start' }).click();
    await expect(workbench.inputMessage).toContainText('The key of the server');
    await workbench.enter(secret);
    const run = await workbench.tests.waitForRun(0);
    expect(listOutcomes(run).toSorted()).toEqual([
      `failed: ${name} > repeats its key`,
      `passed: ${name} > answers`,
    ]);
    expect(run.output).toContain('The key is');
    expect(JSON.stringify(run)).not.toContain(secret);

    void workbench.tests.runAll();
    await workbench.tests.waitForRun(1);
    expect(workbench.question.isVisible()).toBe(false);
    expect(workbench.tests.profiles[0]?.label).toBe('Run on sample');
  });

  test('explain why there is no connection', async ({ workbench, folder }) => {
    writeFileSync(join(folder, 'server.js'), 'process.exit(7)');
    await expect(workbench.tests.item('repeats its key')).toBeVisible();
    void workbench.tests.runAll();
    await workbench.choose(workbench.item(/^sample/));
    await workbench.input.press('Enter');
    await workbench.dialog.getByRole('button', { name: 'Start' }).click();
    await workbench.enter(secret);
    const run = await workbench.tests.waitForRun(0);
    expect(run.events.at(-1)?.outcome).toBe('errored');
    expect(run.events.at(-1)?.messages[0]?.message).toContain('7');
  });
});
