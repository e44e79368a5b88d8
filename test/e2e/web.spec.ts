import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkbench, startEditor } from '../harness/editor.ts';
import { currentEditor } from '../harness/editorInstall.ts';
import { root } from '../harness/paths.ts';
import { quietSettings } from '../harness/settings.ts';
import { expect, test } from './fixtures.ts';
import { Workbench } from './workbench.ts';

test('in a web worker host, a key binding opens the tree, and logs open from it', async ({
  page,
  service,
}) => {
  const editor = await startEditor({
    editor: currentEditor,
    isAutomated: true,
    settings: { ...quietSettings, 'hostedMcp.baseUrl': service.url },
  });
  const folder = mkdtempSync(join(tmpdir(), 'hm-ws-'));
  try {
    await openWorkbench(page, editor, { folder, extension: root, isWeb: true });
    const workbench = new Workbench(page);
    await workbench.openView();
    await workbench.welcome('use an API key').click();
    await workbench.input.fill(service.apiKey);
    await page.keyboard.press('Enter');
    await workbench.row('weather-tools').click();
    await workbench.row('production').click();
    await expect(workbench.logs.locator('.rows > .row').first()).toBeVisible();
  } finally {
    await editor.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
