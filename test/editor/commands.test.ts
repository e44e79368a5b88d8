import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  apiKey,
  baseUrl,
  type EnvironmentRecord,
  firstEnvironment,
  run,
  until,
  withExtension,
} from './support.ts';

const tabs = (): readonly vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

describe('a command with its answers in a plain object', () => {
  withExtension();
  let environment: EnvironmentRecord;
  before(async () => {
    environment = await firstEnvironment();
  });
  afterEach(() => run('workbench.action.closeAllEditors'));

  it('adds an environment by its id and returns what the service answered', async () => {
    const added = await run('hostedMcp.addEnvironment', { environmentId: environment.id });
    assert.equal(field(added, 'id'), environment.id);
    assert.equal(field(added, 'name'), environment.name);
    await run('hostedMcp.forgetEnvironment', { environmentId: environment.id });
  });

  it('creates a project, shows its production environment, and returns it', async () => {
    const name = `made-${Date.now()}`;
    const made = await run('hostedMcp.createProject', { name, runtime: 'node24', transport: 'stdio' });
    assert.equal(field(made, 'name'), name);
    assert.equal(field(made, 'transport'), 'stdio');
    await until(() => tabs().some(({ label }) => label.includes('production')));
    const refused = await run('hostedMcp.createProject', { name, runtime: 'node1' });
    assert.equal(refused, undefined);
  });

  it('shows an environment on a page of its own', async () => {
    const shown = await run('hostedMcp.showEnvironment', { environmentId: environment.id });
    assert.equal(field(shown, 'id'), environment.id);
    await until(() => tabs().some(({ label }) => label.includes(environment.name)));
  });

  it('copies the address of the MCP server', async () => {
    const copied = await run('hostedMcp.copyServerUrl', { environmentId: environment.id });
    assert.equal(copied, environment.mcpServerUrl);
    assert.equal(await vscode.env.clipboard.readText(), environment.mcpServerUrl);
  });

  it('opens the latest logs, and a second time the same panel', async () => {
    const argument = { environmentId: environment.id, environmentName: environment.name };
    const opened = await run('hostedMcp.openLatestLogs', argument);
    assert.equal(field(opened, 'environmentId'), environment.id);
    assert.ok(Number(field(opened, 'rows')) > 0);
    await until(() => tabs().length === 1);
    await run('hostedMcp.openLatestLogs', argument);
    assert.equal(tabs().length, 1);
  });

  it('opens the logs of a time range', async () => {
    const opened = await run('hostedMcp.openLogs', { environmentId: environment.id, since: '1h' });
    assert.equal(field(opened, 'environmentId'), environment.id);
  });

  it('opens the log of a deployment, and a second time the same panel', async () => {
    const deploymentId = environment.latestDeployment?.id;
    const opened = await run('hostedMcp.openDeploymentLogs', { deploymentId });
    assert.equal(field(opened, 'deploymentId'), deploymentId);
    assert.ok(Number(field(opened, 'rows')) > 0);
    await until(() => tabs().length === 1);
    const { id, name } = environment;
    await run('hostedMcp.openDeploymentLogs', { deploymentId, environmentId: id, environmentName: name });
    assert.equal(tabs().length, 1);
  });

  it('takes a service without a scheme as one with https', async () => {
    assert.deepEqual(await run('hostedMcp.selectService', { baseUrl: 'localhost:9/v1' }), {
      baseUrl: 'https://localhost:9',
    });
    await run('hostedMcp.selectService', { baseUrl });
    assert.equal(vscode.workspace.getConfiguration().get('hostedMcp.baseUrl'), baseUrl);
    await run('notifications.clearAll');
  });

  it('answers nothing after a failure, which is shown instead', async () => {
    assert.equal(await run('hostedMcp.addEnvironment', { environmentId: 'no-such-environment' }), undefined);
    assert.equal(await run('hostedMcp.addEnvironment', { environmentId: '..' }), undefined);
    assert.equal(await run('hostedMcp.selectService', { baseUrl: 'http://api.example.com' }), undefined);
    assert.equal(vscode.workspace.getConfiguration().get('hostedMcp.baseUrl'), baseUrl);
    await run('notifications.clearAll');
  });
});

describe('the accounts', () => {
  withExtension();
  it('have the key of the environment as a session of scope apiKey, and no user', async () => {
    const accounts = await vscode.authentication.getAccounts('hostedMcp');
    assert.deepEqual(
      accounts.map(({ label }) => label),
      ['HOSTED_MCP_API_KEY'],
    );
    assert.equal(await vscode.authentication.getSession('hostedMcp', ['user'], { silent: true }), undefined);
  });

  it('take a key and a token that are given, and are switched by name', async () => {
    assert.equal(await run('hostedMcp.useApiKey', { apiKey: 'wrong-key' }), undefined);
    assert.equal(await run('hostedMcp.signIn', { accessToken: 'wrong-token' }), undefined);
    const key = field(await run('hostedMcp.useApiKey', { apiKey }), 'account');
    assert.match(String(key), /\(API key\)$/);
    const token = field(await run('hostedMcp.signIn', { accessToken: apiKey }), 'account');
    assert.match(String(token), /^Access token [0-9a-f]{6}$/);
    const labels = (await vscode.authentication.getAccounts('hostedMcp')).map(({ label }) => label);
    assert.deepEqual(labels, ['HOSTED_MCP_API_KEY', key, token]);
    for (const account of [key, 'HOSTED_MCP_API_KEY']) {
      assert.deepEqual(await run('hostedMcp.switchAccount', { account }), { account });
    }
    await run('notifications.clearAll');
  });
});

describe('diagnostics', () => {
  withExtension();
  it('are returned, and are on the clipboard', async () => {
    const text = String(await run('hostedMcp.copyDiagnostics'));
    assert.equal(await vscode.env.clipboard.readText(), text);
    assert.ok(text.includes(`Service: ${baseUrl}`));
    assert.match(text, /^Editor: .+ \d+\.\d+\.\d+/m);
    assert.match(text, /^State: ready$/m);
    assert.ok(!text.includes(apiKey));
    await run('notifications.clearAll');
  });
});
