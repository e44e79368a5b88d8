import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import type { PageWindow } from '../window.ts';

/** Opens logs that fill a page of the service, which is far more than the drawn rows. */
export async function openFullPage(workbench: PageWindow): Promise<Page> {
  await workbench.openLogs('weather-tools', 'production');
  await expect(workbench.logs.locator('.counts')).toHaveText('1,000 entries');
  return workbench.logs;
}
