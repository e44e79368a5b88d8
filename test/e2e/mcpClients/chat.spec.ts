import type { Page } from '@playwright/test';
import { findEnvironmentId } from '../../kit/sample.ts';
import { readFilesBelow } from '../filesBelow.ts';
import { expect, test } from '../fixtures.ts';
import { readPageStores } from '../storesOfPage.ts';
import type { Workbench } from '../workbench.ts';

const project = 'weather-tools';
const label = `${project}/production`;
const key = 'the-weather-key';

test.use({
  serviceOptions: { seed: 7, typicalOnly: true, live: false },
  settings: { 'chat.disableAIFeatures': false },
});

/** Selects an action of the server in the editor's own list of servers. */
async function runOnServer(workbench: Workbench, action: string): Promise<void> {
  await workbench.runOther('MCP: List Servers');
  await workbench.choose(workbench.item(label));
  await workbench.choose(workbench.item(action).first());
}

const readStores = (page: Page): Promise<string> => page.evaluate(readPageStores);

test('the chat lists an environment, starts it with a header, and the editor stores no header', async ({
  workbench,
  page,
  service,
  editor,
}) => {
  const environmentId = findEnvironmentId(service, project, 'production');
  const environment = service.world.environments.get(environmentId);
  Object.assign(environment ?? {}, { mcpServerUrl: `${service.url}/mcp/${environmentId}/keyed` });
  await workbench.row(project).click();
  const row = workbench.environment(project, 'production');

  await test.step('is switched on in the menu of its row', async () => {
    await workbench.runOn(row, 'Use in Chat');
    await expect(row).toContainText('in chat');
  });

  await test.step('is in the list of servers, and starts after the prompt for its header', async () => {
    await runOnServer(workbench, 'Start Server');
    await expect(workbench.inputMessage).toContainText('Your own forecast key');
    await workbench.enter(key);
    await expect.poll(() => service.mcp.list().length).toBe(1);
  });

  await test.step('is in the list after the window was reloaded, and starts again', async () => {
    // The editor writes its stores when the window closes.
    await workbench.reload();
    await expect.poll(() => readStores(page)).toContain(`/mcp/${environmentId}/keyed`);
    service.mcp.endAll();
    await runOnServer(workbench, 'Start Server');
    // The secret storage of an editor in a browser is in memory.
    await expect(workbench.inputMessage).toContainText('Your own forecast key');
    await workbench.enter(key);
    await expect.poll(() => service.mcp.list().length).toBe(1);
  });

  await test.step('leaves no header in a store, a file, or a log of the editor', async () => {
    const stored = [
      ['the stores of the page', await readStores(page)] as const,
      ...readFilesBelow(editor.dataDir),
      ['the output of the server', editor.log()] as const,
    ];
    for (const [source, text] of stored) expect(text.includes(key), source).toBe(false);
  });

  await test.step('ends its connection after it was switched off', async () => {
    await workbench.row(project).click();
    await workbench.runOn(row, 'Stop Using in Chat');
    await expect(row).not.toContainText('in chat');
    await expect.poll(() => service.mcp.list().length).toBe(0);
  });
});
