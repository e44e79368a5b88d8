import { openContextMenu } from '../contextMenu.ts';
import { expect, test } from '../fixtures.ts';
import { openInspector } from './inspectorPage.ts';

test.use({ serviceOptions: { seed: 7, typicalOnly: true, live: false } });

test('a snapshot is saved, and later changes are shown with earlier and current values', async ({
  workbench,
  page,
}) => {
  await openInspector(workbench);
  const { statusTexts } = workbench.extension.editor;
  const compare = page.getByRole('button', { name: 'Compare...' });
  const since = page.getByRole('region', { name: /^Compared with the snapshot / });
  const save = async (): Promise<void> => {
    const before = statusTexts.length;
    await page.getByRole('button', { name: 'Save Server Snapshot' }).first().click();
    await expect.poll(() => statusTexts.slice(before).join()).toContain('Snapshot saved');
  };
  const toggle = async (isThere: boolean): Promise<void> => {
    await page.locator('[data-key="tool:toggle_extra"]').click();
    await page.getByRole('button', { name: 'Call Tool' }).click();
    await expect(page.locator('[data-key="tool:extra"]')).toHaveCount(isThere ? 1 : 0);
  };

  await test.step('added items', async () => {
    await save();
    await compare.click();
    await workbench.choose(workbench.item('Snapshot: just now'));
    await expect(since).toContainText('the same tools');
    await toggle(true);
    await compare.click();
    await workbench.choose(workbench.item('Snapshot: ').first());
    await expect(since).toContainText('still work');
    await expect(since.getByRole('listitem').filter({ hasText: 'extra' }).first()).toContainText('added');
    await expect(since).not.toContainText('other server');
  });

  await test.step('removed items', async () => {
    await save();
    await toggle(false);
    await compare.click();
    await workbench.choose(workbench.item('Snapshot: ').first());
    await expect(since).toContainText('might fail');
    await expect(since.getByRole('listitem').filter({ hasText: 'extra' }).first()).toContainText('removed');
    const removed = since.getByRole('listitem').filter({ hasText: 'extra' }).first();
    const title = 'Explain Breaking Change with Chat';
    const editorContext = { webviewId: 'hostedMcp.inspector' };
    expect((await openContextMenu(workbench, removed, editorContext)).titles).not.toContain(title);
    const menu = await openContextMenu(workbench, removed, { ...editorContext, chatIsEnabled: true });
    await menu.choose(title);
    await expect(removed).toHaveAttribute('tabindex', '0');
    const prompts = () =>
      workbench.extension.editor.executedCommands.flatMap(({ command, args }) =>
        command === 'workbench.action.chat.open' ? (args as [{ readonly query: string }]) : [],
      );
    await expect.poll(() => prompts().length).toBe(1);
    expect(prompts()[0]?.query).toMatch(/^This item of an MCP server has changed\./);
    expect(prompts()[0]?.query).toMatch(/"environmentId":".+","comparedWith":"the snapshot from .+"list":"/);
    expect(prompts()[0]?.query).toMatch(/"item":"extra"\}\n\{"before":\{.*"name":"extra"/);
    await since.getByRole('button', { name: 'Close' }).click();
    await expect(since).toBeHidden();
  });

  await test.step('another server can still be selected', async () => {
    await compare.click();
    await workbench.choose(workbench.item('Another Server...'));
    await expect(workbench.item('Another URL or Port...')).toBeVisible();
  });
});

test('a page with only a URL keeps no snapshots', async ({ workbench, page, service }) => {
  const { environmentId } = workbench.environment('weather-tools', 'production');
  await workbench.run('Inspect Server', { targetUrl: `${service.url}/sse/${environmentId}` });
  await expect(page.locator('.phase')).toContainText('Connected');
  await expect(page.getByRole('button', { name: 'Compare...' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save Server Snapshot' })).toHaveCount(0);
});

test('the tool of a logged call is selected with its arguments, without a call', async ({
  workbench,
  page,
}) => {
  const environment = workbench.environment('weather-tools', 'production');
  const show = (tool: string, args?: object) =>
    workbench.run('Inspect Server', { ...environment, tool, ...(args && { arguments: args }) });

  await test.step('on a new page', async () => {
    await show('echo', { text: 'once more' });
    await workbench.enter('the-key');
    await expect(page.getByLabel('text')).toHaveValue('once more');
  });

  await test.step('on the open page, in place of its input', async () => {
    await page.locator('[data-key="tool:plan_trip"]').click();
    await show('echo', { text: 'and again', other: 5 });
    await expect(page.getByLabel('text')).toHaveValue('and again');
    await page.getByRole('tab', { name: 'JSON' }).click();
    await expect(page.getByRole('textbox', { name: 'JSON' })).toHaveValue(/"other": 5/);
  });

  await test.step('without arguments, the input is kept', async () => {
    await page.locator('[data-key="tool:plan_trip"]').click();
    await show('echo');
    await expect(page.getByRole('textbox', { name: 'JSON' })).toHaveValue(/and again/);
    await expect(page.locator('.response')).toHaveCount(0);
  });

  await test.step('a tool that no longer exists', async () => {
    await show('paint_sky', { color: 'blue' });
    await expect(workbench.notification('paint_sky')).toBeVisible();
    await expect(page.locator('[data-key="tool:echo"]')).toHaveAttribute('aria-current', 'true');
  });
});
