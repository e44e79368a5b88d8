import type { FrameLocator } from '@playwright/test';
import { workspaceTrust } from '../../harness/settings.ts';
import { expect, test } from '../fixtures.ts';
import type { Workbench } from '../workbench.ts';

const server = {
  'src/server.js':
    "import { McpServer } from 'sdk';\n\nserver.registerTool('get_forecast', { description: '' }, async () => {});\n",
  'test/server.test.js': "call('get_forecast');\n",
};

/** By its ID, which is typed. */
async function open(workbench: Workbench, auditId: string): Promise<FrameLocator> {
  await workbench.run('Show Audit Report...');
  await expect(workbench.inputMessage).toContainText('ID of the audit');
  await workbench.enter(auditId);
  const report = workbench.webview;
  await expect(report.locator('h1')).toBeVisible();
  return report;
}

test.describe('an audit report', () => {
  test.use({ sources: server });

  test('leads from a check to the tool in the workspace', async ({ workbench, page }) => {
    const report = await open(workbench, 'aud_rich');
    await report.getByRole('button', { name: 'Find in Workspace: Parameters are described' }).click();
    await expect(workbench.tab('server.js')).toBeVisible();
    await expect(page.locator('.editor-instance .view-lines')).toContainText('registerTool');
    await expect(report.locator('h1')).toBeVisible();
    await report.getByRole('button', { name: 'Find in Workspace: Tools say what they change' }).click();
    await expect(
      workbench.notification('list_cities was not found in the files of this workspace.'),
    ).toBeVisible();
  });
});

test('an audit is run again from its report, which is compared with the one before', async ({
  workbench,
  service,
}) => {
  const report = await open(workbench, 'aud_rich');
  await report.getByRole('button', { name: 'Repeat Audit' }).click();
  // With the categories of the last time, which are not known of this one.
  await expect(workbench.item('e2e')).toBeVisible();
  await workbench.input.press('Enter');
  await expect(workbench.audits).toContainText('weather.example.com');
  const posts = service.requests.list().filter(({ method }) => method === 'POST');
  expect(posts.map(({ path }) => path)).toEqual(['/v1/beacon/audits']);
  service.clock.advance(60_000);
  const message = workbench.notification('The audit of weather.example.com');
  await message.getByRole('button', { name: /^(Show Report|Compare)$/ }).click();
  // Of one host, they are told apart.
  await expect(workbench.tab(/^Audit: weather\.example\.com, .*\d:\d\d/)).toHaveCount(2);

  // One that is not in the history is compared with one of it, or with any by its ID.
  await workbench.run('Show Audit Report...');
  await workbench.choose(workbench.item('Another Audit, by ID…'));
  await workbench.enter('aud_rich');
  await expect(report.locator('.facts')).toContainText('aud_rich');
  await report.getByRole('button', { name: 'Compare' }).click();
  await expect(workbench.item('weather.example.com')).toHaveCount(1);
  await workbench.choose(workbench.item('Another Audit, by ID…'));
  await expect(workbench.inputMessage).toContainText('ID of the audit to compare with');
  await workbench.enter('aud_rich');
  await expect(workbench.inputMessage).toContainText('This is the same audit');
  await workbench.enter('aud_before');
  await expect(report.locator('.facts')).toContainText('aud_rich');
  await expect(report.getByRole('region', { name: 'Compared with the previous run' })).toContainText(
    'Still failing',
  );
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

  test('no tool is looked for, which is said with a way out', async ({ workbench }) => {
    const report = await open(workbench, 'aud_rich');
    await report.getByRole('button', { name: 'Find in Workspace: Parameters are described' }).click();
    const refusal = workbench.notification('This workspace is not trusted');
    await expect(refusal.getByRole('button', { name: 'Manage Workspace Trust' })).toBeVisible();
    await expect(workbench.tab('server.js')).toHaveCount(0);
  });
});
