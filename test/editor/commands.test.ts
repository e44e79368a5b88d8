import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  apiKey,
  baseUrl,
  type EnvironmentRecord,
  findFirstEnvironment,
  runCommand,
  useExtension,
  waitUntil,
} from './support.ts';

const tabs = (): readonly vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

describe('a command with its answers in an object', () => {
  useExtension();
  let environment: EnvironmentRecord;
  before(async () => {
    environment = await findFirstEnvironment();
  });
  afterEach(() => runCommand('workbench.action.closeAllEditors'));

  it('adds an environment by its ID, and returns the response of the service', async () => {
    const added = await runCommand('hostedMcp.addEnvironment', { environmentId: environment.id });
    assert.equal(field(added, 'id'), environment.id);
    assert.equal(field(added, 'name'), environment.name);
    await runCommand('hostedMcp.forgetEnvironment', { environmentId: environment.id });
  });

  it('creates a project, shows its production environment, and returns it', async () => {
    const name = `made-${Date.now()}`;
    const made = await runCommand('hostedMcp.createProject', { name, runtime: 'node24', transport: 'stdio' });
    assert.equal(field(made, 'name'), name);
    assert.equal(field(made, 'transport'), 'stdio');
    await waitUntil(() => tabs().some(({ label }) => label.includes('production')));
    const rejected = await runCommand('hostedMcp.createProject', { name, runtime: 'node1' });
    assert.equal(rejected, undefined);
  });

  it('shows an environment on its page', async () => {
    const environmentShown = await runCommand('hostedMcp.showEnvironment', { environmentId: environment.id });
    assert.equal(field(environmentShown, 'id'), environment.id);
    await waitUntil(() => tabs().some(({ label }) => label.includes(environment.name)));
  });

  it('copies the URL of the MCP server', async () => {
    const copied = await runCommand('hostedMcp.copyServerUrl', { environmentId: environment.id });
    assert.equal(copied, environment.mcpServerUrl);
    assert.equal(await vscode.env.clipboard.readText(), environment.mcpServerUrl);
  });

  it('opens the latest logs, and reuses the panel', async () => {
    const argument = { environmentId: environment.id, environmentName: environment.name };
    const opened = await runCommand('hostedMcp.openLatestLogs', argument);
    assert.equal(field(opened, 'environmentId'), environment.id);
    assert.ok(Number(field(opened, 'rows')) > 0);
    await waitUntil(() => tabs().length === 1);
    await runCommand('hostedMcp.openLatestLogs', argument);
    assert.equal(tabs().length, 1);
  });

  it('opens the logs of a time range', async () => {
    const opened = await runCommand('hostedMcp.openLogs', { environmentId: environment.id, since: '1h' });
    assert.equal(field(opened, 'environmentId'), environment.id);
  });

  it('opens the log of a deployment, and reuses the panel', async () => {
    const deploymentId = environment.latestDeployment?.id;
    const opened = await runCommand('hostedMcp.openDeploymentLogs', { deploymentId });
    assert.equal(field(opened, 'deploymentId'), deploymentId);
    assert.ok(Number(field(opened, 'rows')) > 0);
    await waitUntil(() => tabs().length === 1);
    const { id, name } = environment;
    await runCommand('hostedMcp.openDeploymentLogs', {
      deploymentId,
      environmentId: id,
      environmentName: name,
    });
    assert.equal(tabs().length, 1);
  });

  it('accepts a service without a scheme as one with HTTPS', async () => {
    assert.deepEqual(await runCommand('hostedMcp.selectService', { baseUrl: 'localhost:9/v1' }), {
      baseUrl: 'https://localhost:9',
    });
    await runCommand('hostedMcp.selectService', { baseUrl });
    assert.equal(vscode.workspace.getConfiguration().get('hostedMcp.baseUrl'), baseUrl);
    await runCommand('notifications.clearAll');
  });

  it('returns nothing after a failure, which it shows instead', async () => {
    assert.equal(
      await runCommand('hostedMcp.addEnvironment', { environmentId: 'no-such-environment' }),
      undefined,
    );
    assert.equal(await runCommand('hostedMcp.addEnvironment', { environmentId: '..' }), undefined);
    assert.equal(
      await runCommand('hostedMcp.selectService', { baseUrl: 'http://api.example.com' }),
      undefined,
    );
    assert.equal(vscode.workspace.getConfiguration().get('hostedMcp.baseUrl'), baseUrl);
    await runCommand('notifications.clearAll');
  });
});

describe('the accounts', () => {
  useExtension();
  it('include the key of the environment as a session with the scope apiKey, without a user', async () => {
    const accounts = await vscode.authentication.getAccounts('hostedMcp');
    assert.deepEqual(
      accounts.map(({ label }) => label),
      ['HOSTED_MCP_API_KEY'],
    );
    assert.equal(await vscode.authentication.getSession('hostedMcp', ['user'], { silent: true }), undefined);
  });

  it('can be a key and a token, and are selected by name', async () => {
    assert.equal(await runCommand('hostedMcp.useApiKey', { apiKey: 'wrong-key' }), undefined);
    assert.equal(await runCommand('hostedMcp.signIn', { accessToken: 'wrong-token' }), undefined);
    const key = field(await runCommand('hostedMcp.useApiKey', { apiKey }), 'account');
    assert.match(String(key), /\(API key\)$/);
    const token = field(await runCommand('hostedMcp.signIn', { accessToken: apiKey }), 'account');
    assert.match(String(token), /^Access token [0-9a-f]{6}$/);
    const labels = (await vscode.authentication.getAccounts('hostedMcp')).map(({ label }) => label);
    assert.deepEqual(labels, ['HOSTED_MCP_API_KEY', key, token]);
    for (const account of [key, 'HOSTED_MCP_API_KEY']) {
      assert.deepEqual(await runCommand('hostedMcp.switchAccount', { account }), { account });
    }
    await runCommand('notifications.clearAll');
  });
});

describe('diagnostics', () => {
  useExtension();
  it('are returned, and copied to the clipboard', async () => {
    const text = String(await runCommand('hostedMcp.copyDiagnostics'));
    assert.equal(await vscode.env.clipboard.readText(), text);
    assert.ok(text.includes(`Service: ${baseUrl}`));
    assert.match(text, /^Editor: .+ \d+\.\d+\.\d+/m);
    assert.match(text, /^State: ready$/m);
    assert.ok(!text.includes(apiKey));
    await runCommand('notifications.clearAll');
  });
});
