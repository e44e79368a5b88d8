import { expect } from '../fixtures.ts';
import type { HostWindow, RowLocator } from '../window.ts';

export const serverUrl = 'https://mcp.example.com/mcp';

/** A row of the Audits view by what a screen reader says of it. */
export function findAuditRow({ audits }: HostWindow, name: RegExp): RowLocator {
  return audits.getByRole('treeitem', { name });
}

/** From the menu of an environment, to the question for categories. */
export async function startEnvironmentAudit(
  workbench: HostWindow,
  project: string,
  environment: string,
): Promise<void> {
  await workbench.runOn(workbench.environment(project, environment), 'Run Audit...');
  await expect(workbench.item('End-to-end tasks')).toBeVisible();
}

/** From the palette, to the question for the URL of a server. */
export async function startUrlAudit(workbench: HostWindow): Promise<void> {
  await workbench.run('Run Audit...');
  await workbench.choose(workbench.item('Another URL...'));
  await expect(workbench.inputMessage).toContainText('MCP server URL');
}

/** Audits a server by its URL, from the palette, with everything in it. */
export async function auditUrl(workbench: HostWindow, url = serverUrl): Promise<void> {
  await startUrlAudit(workbench);
  await workbench.enter(url);
  await acceptCategories(workbench);
}

/** Takes the categories as they are suggested. */
export async function acceptCategories(workbench: HostWindow): Promise<void> {
  await expect(workbench.item('End-to-end tasks')).toBeVisible();
  await workbench.input.press('Enter');
}
