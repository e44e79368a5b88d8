import type { FrameLocator } from '@playwright/test';
import { workspaceTrust } from '../../harness/settings.ts';
import { expect, test } from '../fixtures.ts';
import type { Workbench } from '../workbench.ts';

const server = {
  'src/server.js':
    "import { McpServer } from 'sdk';\n\nserver.registerTool('get_forecast', { description: '' }, async () => {});\n",
  'test/server.test.js': "call('get_forecast');\n",
};

/** Opens the report of an audit by its ID. */
async function open(workbench: Workbench, auditId: string): Promise<FrameLocator> {
  await workbench.run('Show Audit Report');
  await expect(workbench.inputMessage).toContainText(/\bID\b/);
  await workbench.enter(auditId);
  const report = workbench.webview;
  await expect(report.locator('h1')).toBeVisible();
  return report;
}

test.describe('an audit report', () => {
  test.use({ sources: server });

  test('links a check to the tool in the workspace', async ({ workbench, page }) => {
    const report = await open(workbench, 'aud_rich');
    await report.getByRole('button', { name: 'Find in Workspace: Parameters are described' }).click();
    await expect(workbench.tab('server.js')).toBeVisible();
    await expect(page.locator('.editor-instance .view-lines')).toContainText('registerTool');
    await expect(report.locator('h1')).toBeVisible();
    await report.getByRole('button', { name: 'Find in Workspace: Tools say what they change' }).click();
    await expect(
      workbench.notification("list_cities wasn't found in the files of this workspace."),
    ).toBeVisible();
  });
});

test.describe('in a workspace that is not trusted', () => {
  test.use({
    sources: server,
    settings: {
      [workspaceTrust]: true,
      'security.workspace.trust.startupPrompt': 'never',
      'security.workspace.trust.banner': 'never',
    },
  });

  test("explains why it doesn't search for the tool, and offers a remedy", async ({ workbench }) => {
    const report = await open(workbench, 'aud_rich');
    await report.getByRole('button', { name: 'Find in Workspace: Parameters are described' }).click();
    const refusal = workbench.notification("This workspace isn't trusted");
    await expect(refusal.getByRole('button', { name: 'Manage Workspace Trust' })).toBeVisible();
    await expect(workbench.tab('server.js')).toHaveCount(0);
  });
});
