import * as vscode from 'vscode';
import { findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { startDeployment } from '../../service/world/deployments.ts';
import type { Environment } from '../../service/world/model.ts';
import { expect, test } from '../fixtures.ts';
import { withValue } from '../kit/withValue.ts';
import type { HostWindow } from '../window.ts';

const project = 'weather-tools';
const label = `${project}/production`;
/** The ID that the editor gives to the server. */
const serverId = `hosted-mcp.hosted-mcp/${label}`;
const key = 'the-weather-key';

/** Returns the tools of the server, whose name they begin with. */
const listTools = () => vscode.lm.tools.filter(({ name }) => name.startsWith('mcp_weather_tools_'));

/** Starts the server with the editor's own client, until it has tools. The editor reads its list of servers later. */
async function start(): Promise<void> {
  await expect
    .poll(async () => {
      await vscode.commands.executeCommand('workbench.mcp.startServer', serverId, { waitForLiveTools: true });
      return listTools().length;
    })
    .toBeGreaterThan(5);
}

/** Calls a tool with the editor's own client, and returns the text of its result. */
async function callEcho(text: string): Promise<string> {
  const tool = listTools().find(({ name }) => name.endsWith('echo'));
  const { content } = await vscode.lm.invokeTool(tool?.name ?? '', {
    input: { text },
    toolInvocationToken: undefined,
  });
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

/** Returns the IDs of the sessions of the MCP server. */
const listSessions = (service: SampleService): readonly string[] => service.mcp.list().map(({ id }) => id);

function findEnvironment({ world }: SampleService, id: string): Environment {
  const environment = world.environments.get(id);
  if (!environment) throw new Error(`There is no environment ${id}.`);
  return environment;
}

/** Switches on an environment whose server requires the header that its playground declares. */
async function useProduction(workbench: HostWindow, service: SampleService): Promise<string> {
  const environmentId = findEnvironmentId(service, project, 'production');
  Object.assign(findEnvironment(service, environmentId), {
    mcpServerUrl: `${service.url}/mcp/${environmentId}/keyed`,
  });
  await workbench.row(project).click();
  await expect(workbench.environment(project, 'production')).toBeVisible();
  await workbench.run('Use in Chat', {
    environmentId,
    environmentName: 'production',
    projectName: project,
  });
  await expect(workbench.notification(`can use the tools of ${label}`)).toBeVisible();
  await expect(workbench.environment(project, 'production')).toContainText('in chat');
  return environmentId;
}

test.describe('the chat of this editor', () => {
  test.use({ settings: { 'chat.disableAIFeatures': false } });

  test('uses an environment with its header until the user stops it, also after a restart and a deployment', async ({
    workbench,
    service,
  }) => {
    const environmentId = await useProduction(workbench, service);

    await test.step('asks for the required header when the server starts', async () => {
      const started = start();
      await expect(workbench.masked).toBeVisible();
      expect(await workbench.inputTitle.innerText()).toContain('x-weather-key');
      expect(listSessions(service)).toEqual([]);
      await workbench.enter(key);
      await started;
      expect(await callEcho('before')).toBe('before');
    });

    await test.step('keeps the server after a restart, without another prompt', async () => {
      await workbench.reload();
      await workbench.row(project).click();
      await expect(workbench.environment(project, 'production')).toContainText('in chat');
      await start();
      expect(await callEcho('restarted')).toBe('restarted');
      expect(workbench.dialogs.quickInputs).toHaveLength(0);
    });

    await test.step('connects again after a deployment', async () => {
      await start();
      const [before = ''] = listSessions(service);
      const { world, clock } = service;
      const environment = findEnvironment(service, environmentId);
      const deployment = {
        ...startDeployment(world, environment),
        durationMs: 1,
        startedAt: clock.now() - 10,
      };
      world.deployments.set(deployment.id, deployment);
      await workbench.run('Refresh Projects');
      await expect
        .poll(async () => {
          await start();
          return listSessions(service);
        })
        .not.toContain(before);
      expect(await callEcho('deployed')).toBe('deployed');
    });

    await test.step('stops after the user stopped using it', async () => {
      await workbench.run('Stop Using in Chat', { environmentId });
      await expect(workbench.environment(project, 'production')).not.toContainText('in chat');
      await expect.poll(() => listTools().length).toBe(0);
    });
  });

  test('has no mark on a row while it is turned off', async ({ workbench, service }) => {
    await useProduction(workbench, service);
    const row = workbench.environment(project, 'production');
    const turnOff = (value: boolean) =>
      vscode.workspace
        .getConfiguration()
        .update('chat.disableAIFeatures', value, vscode.ConfigurationTarget.Global);
    await turnOff(true);
    await expect(row).not.toContainText('in chat');
    await turnOff(false);
    await expect(row).toContainText('in chat');
  });

  test('offers to stop using an environment that was deleted elsewhere', async ({ workbench, service }) => {
    const environmentId = await useProduction(workbench, service);
    service.world.environments.delete(environmentId);
    const message = workbench.notification(`${label} can't be used in chat, because it doesn't exist`);
    await expect
      .poll(async () => {
        await vscode.commands.executeCommand('workbench.mcp.startServer', serverId);
        return message.count();
      })
      .toBeGreaterThan(0);
    await message.getByRole('button', { name: 'Stop Using in Chat' }).click();
    await expect(workbench.environment(project, 'production')).not.toContainText('in chat');
  });

  test('is not used in an editor without the API, which offers mcp.json instead', async ({
    workbench,
    service,
  }) => {
    await withValue(vscode.lm, 'registerMcpServerDefinitionProvider', undefined, async () => {
      await workbench.reload();
      await expect(workbench.row(project)).toBeVisible();
      expect(workbench.fakeEditor.context.get('hostedMcp.canUseInChat')).toBe(false);
      const environmentId = findEnvironmentId(service, project, 'production');
      await workbench.run('Use in Chat', { environmentId });
      const message = workbench.notification("doesn't accept MCP servers from extensions");
      await message.getByRole('button', { name: 'Add to mcp.json' }).click();
      await expect(workbench.item('.vscode/mcp.json')).toBeVisible();
    });
  });
});
