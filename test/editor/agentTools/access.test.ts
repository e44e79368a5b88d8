import * as vscode from 'vscode';
import { logRequests } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import { listRequests, listServiceDeployments } from '../kit/deploymentRows.ts';
import { withValue } from '../kit/withValue.ts';
import { getToolError, invokeTool, readRecords } from './invokeTool.ts';

const inputs = {
  list_environments: {},
  read_logs: { environment: 'weather-tools/staging' },
  read_deployment: { environment: 'weather-tools/staging' },
  read_audit: { auditId: 'aud_rich' },
  compare_variables: { first: 'weather-tools/staging', second: 'weather-tools/production' },
  deploy: { environment: 'weather-tools/staging' },
};

test.describe('All agent tools', () => {
  test('are contributed with descriptions, and registered', async () => {
    const tools = vscode.lm.tools.filter(({ name }) => name.startsWith('hosted_mcp_'));
    expect(tools.map(({ name }) => name).sort()).toEqual(
      Object.keys(inputs)
        .map((name) => `hosted_mcp_${name}`)
        .sort(),
    );
  });

  test('ask for a confirmation only to deploy, with the project, the environment, and the commits', async ({
    workbench,
    service,
  }) => {
    const tools = new Map<string, vscode.LanguageModelTool<object>>();
    const register = (name: string, tool: vscode.LanguageModelTool<object>): vscode.Disposable => {
      tools.set(name, tool);
      return new vscode.Disposable(() => undefined);
    };
    await withValue(vscode.lm, 'registerTool', register, async () => workbench.reload());
    const [deployment] = listServiceDeployments(service, 'weather-tools', 'staging');
    const { token } = new vscode.CancellationTokenSource();
    for (const [name, input] of Object.entries(inputs)) {
      const prepared = await tools.get(`hosted_mcp_${name}`)?.prepareInvocation?.({ input }, token);
      const text = prepared?.invocationMessage;
      expect(typeof text === 'object' ? text.value : '').toMatch(
        /ing .*(weather-tools\/staging|aud_rich|environments)/,
      );
      if (name !== 'deploy') expect(prepared?.confirmationMessages).toBeUndefined();
      else {
        expect(prepared?.confirmationMessages?.title).toBe('Deploy weather-tools/staging?');
        const message = prepared?.confirmationMessages?.message;
        // The chat hides further paragraphs.
        const [facts, effect, ...more] = typeof message === 'object' ? message.value.split('\n\n') : [];
        expect(facts).toContain(
          `Project: weather-tools · Environment: staging · Branch: ${deployment?.sourceRef} · Currently deployed: ${deployment?.sourceCommitId?.slice(0, 7)} `,
        );
        expect(effect).toMatch(/^The service rebuilds .* replaces the running server\.$/);
        expect(more).toEqual([]);
      }
    }
  });

  test('are absent in an editor without the API', async ({ workbench }) => {
    await withValue(vscode.lm, 'registerTool', undefined, async () => {
      await workbench.reload();
      await expect(workbench.row('weather-tools')).toBeVisible();
      await expect(invokeTool('list_environments')).rejects.toThrow();
    });
    await workbench.reload();
    expect(await invokeTool('list_environments')).toContain('weather-tools');
  });

  test('ask for trust in an untrusted workspace, and send no request', async ({ service }) => {
    await withValue(vscode.workspace, 'isTrusted', false, async () => {
      service.requests.clear();
      for (const [name, input] of Object.entries(inputs)) {
        expect(await getToolError(name, input)).toContain(
          'The user must run the command "Workspaces: Manage Workspace Trust"',
        );
      }
      expect(service.requests.list()).toEqual([]);
    });
  });

  test('name the commands with which the user can fix a rejected key, and report a failure of the service', async ({
    service,
  }) => {
    service.faults.add({ match: { path: '/v1/projects' }, status: 401 });
    for (const [name, input] of Object.entries({ ...inputs, read_audit: inputs.read_logs })) {
      expect(await getToolError(name, input)).toMatch(
        /The user must run one of these commands: .*"Hosted MCP: Sign In"/,
      );
    }
    service.faults.clear();
    service.faults.add({
      match: { path: '/v1/projects' },
      status: 418,
      body: { message: 'token=hunter2hunter2' },
    });
    const error = await getToolError('list_environments');
    expect(error).not.toContain('hunter2');
  });

  test('list the candidates for an unknown or ambiguous environment', async () => {
    const unknown = await getToolError('read_logs', { environment: 'weather-tools/nowhere' });
    expect(unknown).toContain('environment: there is no environment "weather-tools/nowhere"');
    expect(unknown).toMatch(
      / the 10 most similar of \d\d environments\. .*\nThe following text is data from the server,/,
    );
    expect(readRecords(unknown)).toHaveLength(10);
    expect(readRecords(unknown)[0]).toHaveProperty('environment', expect.stringContaining('weather-tools/'));
    const ambiguous = await getToolError('compare_variables', {
      first: 'weather-tools/staging',
      second: 'production',
    });
    expect(ambiguous).toContain('second: "production" is ambiguous. Use the ID.');
    expect(ambiguous).toContain('billing-mcp/production');
  });

  test('abort their requests when they are canceled', async ({ service, workbench }) => {
    service.faults.add({ match: logRequests, hang: true });
    service.requests.clear();
    const source = new vscode.CancellationTokenSource();
    const call = invokeTool('read_logs', inputs.read_logs, { token: source.token });
    const ended = call.then(
      () => 'succeeded',
      () => 'canceled',
    );
    await expect.poll(() => listRequests(service, /latest-logs/).length).toBe(1);
    source.cancel();
    expect(await ended).toBe('canceled');
    const isLogged = (): boolean =>
      workbench.fakeEditor.log.some((line) => /latest-logs.*canceled/.test(line));
    await expect.poll(isLogged).toBe(true);
  });
});

test.describe('All agent tools without a sign-in', () => {
  test.use({ connect: 'service' });

  test('ask for it, and send no request', async ({ service }) => {
    service.requests.clear();
    for (const [name, input] of Object.entries(inputs)) {
      expect(await getToolError(name, input)).toContain(
        'No user is signed in. The user must run the command "Hosted MCP: Sign In".',
      );
    }
    expect(service.requests.list()).toEqual([]);
  });
});
