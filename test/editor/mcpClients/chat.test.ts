import * as vscode from 'vscode';
import { expect, test } from '../fixtures.ts';

test.describe('the chat of the editor', () => {
  test.use({ settings: { 'chat.disableAIFeatures': false, 'chat.tools.global.autoApprove': true } });

  test('uses an environment that was switched on', async ({ workbench, service }) => {
    await expect(workbench.row('weather-tools')).toBeVisible();
    const env = [...service.world.environments.values()].find(
      ({ mcpServerUrl, name }) => name === 'production' && mcpServerUrl.startsWith(service.url),
    );
    Object.assign(env as never, { mcpServerUrl: `${env?.mcpServerUrl}/keyed` });
    await workbench.run('Use in Chat', {
      environmentId: env?.id,
      environmentName: env?.name,
      projectName: 'weather-tools',
    });
    await expect(workbench.notification('can use the tools of')).toBeVisible();
    await new Promise((r) => setTimeout(r, 1500));
    const id = 'hosted-mcp.hosted-mcp/weather-tools/production';
    const start = vscode.commands
      .executeCommand('workbench.mcp.startServer', id, { waitForLiveTools: true })
      .then(String, String);
    await expect(workbench.masked).toBeVisible();
    console.log(await workbench.inputTitle.innerText?.());
    await workbench.enter('the-key');
    console.log('start', await start);
    for (let i = 0; i < 20; i++) {
      await new Promise((r) => setTimeout(r, 500));
      if (vscode.lm.tools.some(({ name }) => name.startsWith('mcp_'))) break;
    }
    const tools = vscode.lm.tools.filter(({ name }) => name.startsWith('mcp_'));
    console.log(JSON.stringify(tools));
    const requests = service.requests.list().filter(({ path }) => path.startsWith('/mcp'));
    console.log(requests.map((one) => JSON.stringify(one)).join('\n'));
    const echo = tools.find(({ name }) => name.endsWith('echo'));
    console.log(
      JSON.stringify(
        await vscode.lm
          .invokeTool(echo?.name ?? '', {
            input: { text: 'hello', message: 'hello' },
            toolInvocationToken: undefined,
          })
          .then((x) => x, String),
      ),
    );
  });
});
