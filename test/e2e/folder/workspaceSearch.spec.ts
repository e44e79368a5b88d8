import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FrameLocator } from '@playwright/test';
import { settingsFile, workspaceTrust } from '../../harness/settings.ts';
import { serverSources } from '../../kit/serverSources.ts';
import { listServiceVariables } from '../../kit/serviceVariables.ts';
import { expect, test } from '../fixtures.ts';
import { repeatUntilDone } from '../repeatUntilDone.ts';
import type { Workbench } from '../workbench.ts';

const project = 'weather-tools';
const command = 'Find Missing Variables';

const sources = {
  ...serverSources,
  'tools/tools.js':
    "import { McpServer } from 'sdk';\n\nserver.registerTool('get_forecast', { description: '' }, async () => {});\n",
  'test/tools.test.js': "call('get_forecast');\n",
};

test.describe('the sources of a workspace', () => {
  test.use({ sources });

  test('are searched for the tool of a check, and for keys that an environment lacks', async ({
    workbench,
    service,
    page,
  }) => {
    await test.step('links a check to the tool', async () => {
      const report = await openReport(workbench);
      await report.getByRole('button', { name: 'Find in Workspace: Parameters are described' }).click();
      await expect(workbench.tab('tools.js')).toBeVisible();
      await expect(page.locator('.editor-instance .view-lines')).toContainText('registerTool');
      await expect(report.locator('h1')).toBeVisible();
      await report.getByRole('button', { name: 'Find in Workspace: Tools say what they change' }).click();
      await expect(
        workbench.notification("list_cities wasn't found in the files of this workspace."),
      ).toBeVisible();
      await workbench.tab('tools.js').click({ button: 'middle' });
    });

    // Missing keys are added to the document, ready to be filled in.
    await workbench.row(project).click();
    service.requests.clear();
    await workbench.runOn(workbench.environment(project, 'staging'), command);
    // LOG_LEVEL and FORECAST_API_KEY exist. Code of dependencies and large files aren't searched.
    const keys = ['CITY_TOKEN', 'HTTP_PORT', 'REPORT_MODE', 'TEMPLATE_ONLY'];
    await expect(workbench.item('')).toHaveCount(keys.length);
    for (const key of keys) await expect(workbench.item(key)).toBeVisible();
    await expect(workbench.item('HTTP_PORT')).toContainText('src/server.js:3');
    await expect(workbench.input).toHaveAttribute('placeholder', /1 file wasn't searched\.$/);

    for (const key of ['CITY_TOKEN', 'REPORT_MODE']) await workbench.item(key).click();
    await workbench.input.press('Enter');
    await expect(workbench.tab('staging.env')).toHaveClass(/dirty/);
    const lines = page.locator('.editor-instance .view-lines');
    await expect(lines).toContainText('CITY_TOKEN= # secret');
    await expect(lines).not.toContainText('HTTP_PORT');
    // The cursor is at the first value, and Tab moves to the next one.
    await page.keyboard.type('first-marker');
    await expect(lines).toContainText('CITY_TOKEN=first-marker # secret');
    await page.keyboard.press('Tab');
    await page.keyboard.type('weekly');
    await expect(lines).toContainText('REPORT_MODE=weekly');
    expect(listServiceVariables(service).map(({ key }) => key)).not.toContain('CITY_TOKEN');
    expect(service.requests.list().filter(({ method }) => method !== 'GET')).toEqual([]);

    // When the command runs again, only keys without a line get one.
    await workbench.runOn(workbench.environment(project, 'staging'), command);
    for (const key of ['CITY_TOKEN', 'HTTP_PORT']) await workbench.item(key).click();
    await workbench.input.press('Enter');
    await expect(lines).toContainText('HTTP_PORT=');
    const text = (await lines.innerText()).replaceAll(' ', ' ');
    expect(text.match(/CITY_TOKEN/g)).toHaveLength(1);

    await page.keyboard.type('8080');
    await page.keyboard.press('Control+s');
    await expect(workbench.dialog).toContainText('Add (3): CITY_TOKEN (secret), REPORT_MODE, HTTP_PORT');
    await workbench.dialog.getByRole('button', { name: 'Apply' }).click();
    await expect
      .poll(() => listServiceVariables(service))
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ key: 'CITY_TOKEN', value: 'first-marker', isSecret: true }),
          expect.objectContaining({ key: 'REPORT_MODE', value: 'weekly', isSecret: false }),
          expect.objectContaining({ key: 'HTTP_PORT', value: '8080', isSecret: false }),
        ]),
      );
  });
});

test.describe('a workspace that is not trusted', () => {
  test.use({
    sources,
    editor: async ({ editor }, use) => {
      const keys = [{ key: 'ctrl+alt+f9', command: 'hostedMcp.findMissingVariables' }];
      writeFileSync(join(dirname(settingsFile(editor.dataDir)), 'keybindings.json'), JSON.stringify(keys));
      await use(editor);
    },
    settings: {
      [workspaceTrust]: true,
      'security.workspace.trust.startupPrompt': 'never',
      'security.workspace.trust.banner': 'never',
    },
  });

  test('is not searched: commands explain why or are hidden until the workspace is trusted', async ({
    workbench,
    page,
  }) => {
    await test.step("explains why it doesn't search for the tool, and offers a remedy", async () => {
      const report = await openReport(workbench);
      await report.getByRole('button', { name: 'Find in Workspace: Parameters are described' }).click();
      const refusal = workbench.notification("This workspace isn't trusted");
      await expect(refusal.getByRole('button', { name: 'Manage Workspace Trust' })).toBeVisible();
      await expect(workbench.tab('tools.js')).toHaveCount(0);
      await workbench.clearNotifications();
    });

    await workbench.row(project).click();
    const row = workbench.environment(project, 'staging');
    await row.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Variables', exact: true }).press('ArrowRight');
    await expect(page.getByRole('menuitem', { name: 'Edit Variables' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: command })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');

    // The command still runs from a key binding.
    await page.keyboard.press('Control+Alt+F9');
    const refusal = workbench.notification("This workspace isn't trusted");
    await refusal.getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await page.getByRole('button', { name: 'Trust', exact: true }).click();
    // After trust is granted, the page doesn't have the focus, so Escape doesn't always reach it.
    await page.getByRole('button', { name: 'Close Modal Editor' }).click();
    // The extension now reads the link of the folder and redraws the tree. A menu that opens at that moment
    // loses its row.
    await repeatUntilDone(async (stretch) => {
      await page.keyboard.press('Escape');
      await workbench.runOn(row, command);
      await expect(workbench.item('HTTP_PORT')).toBeVisible({ timeout: 5000 * stretch });
    });
  });
});

/** Opens the report of an audit by its ID. */
async function openReport(workbench: Workbench): Promise<FrameLocator> {
  await workbench.run('Open Audit Report');
  await expect(workbench.inputMessage).toContainText(/\bID\b/);
  await workbench.enter('aud_rich');
  const report = workbench.webview;
  await expect(report.locator('h1')).toBeVisible();
  return report;
}
