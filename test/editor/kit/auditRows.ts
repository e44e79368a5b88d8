import { expect } from '../fixtures.ts';
import type { HostWindow, RowLocator } from '../window.ts';

const serverUrl = 'https://mcp.example.com/mcp';

/** Finds a row of the Audits view, by its accessible name. */
export function findAuditRow({ audits }: HostWindow, name: RegExp): RowLocator {
  return audits.getByRole('treeitem', { name });
}

/** Starts an audit from the menu of an environment, up to the prompt for categories. */
export async function startEnvironmentAudit(
  workbench: HostWindow,
  project: string,
  environment: string,
): Promise<void> {
  await workbench.runOn(workbench.environment(project, environment), 'Run Audit...');
  await expect(workbench.item('End-to-end tasks')).toBeVisible();
}

/** Starts an audit from the Command Palette, up to the prompt for the URL. */
export async function startUrlAudit(workbench: HostWindow): Promise<void> {
  await workbench.run('Run Audit...');
  await workbench.choose(workbench.item('Another URL...'));
  await expect(workbench.inputMessage).toContainText('MCP server URL');
}

/** Audits a server by its URL, with all categories. */
export async function auditUrl(workbench: HostWindow, url = serverUrl): Promise<void> {
  await startUrlAudit(workbench);
  await workbench.enter(url);
  await acceptCategories(workbench);
}

/** Accepts the suggested categories. */
export async function acceptCategories(workbench: HostWindow): Promise<void> {
  await expect(workbench.item('End-to-end tasks')).toBeVisible();
  await workbench.input.press('Enter');
}
