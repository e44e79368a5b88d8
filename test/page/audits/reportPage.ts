import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import type { PageWindow } from '../window.ts';

/** Opens the report of an audit by its ID. */
export async function openReport(workbench: PageWindow, auditId: string): Promise<Page> {
  await workbench.run('Open Audit Report');
  await expect(workbench.inputMessage).toContainText(/\bID\b/);
  await workbench.enter(auditId);
  const report = workbench.webview;
  await expect(report.locator('h1')).toBeVisible();
  return report;
}

/** Runs an action of the menu at the top of a report. */
export async function runFromMenu(report: Page, name: string): Promise<void> {
  await report.getByRole('button', { name: 'More Actions' }).click();
  await report.getByRole('menuitem', { name, exact: true }).click();
}
