import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import type { PageWindow } from '../window.ts';

/**
 * Opens the inspector for a server with a playground header, enters the header, and waits for the connection.
 */
export async function openInspector(workbench: PageWindow): Promise<Page> {
  await workbench.run('Inspect Server', workbench.environment('weather-tools', 'production'));
  await expect(workbench.inputMessage).toContainText('Your own forecast key');
  await workbench.enter('the-key');
  const page = workbench.webview;
  await expect(page.locator('.phase')).toContainText('Connected');
  return page;
}
