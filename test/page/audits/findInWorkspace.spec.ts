import { expect, test } from '../fixtures.ts';
import { openReport } from './reportPage.ts';

test('a check of a report is searched for in the workspace, unless the workspace is not trusted', async ({
  workbench,
}) => {
  const report = await openReport(workbench, 'aud_rich');
  await report.getByRole('button', { name: 'Find in Workspace: Tools say what they change' }).click();
  await expect(
    workbench.notification("list_cities wasn't found in the files of this workspace."),
  ).toBeVisible();
  await workbench.clearNotifications();

  workbench.extension.editor.isTrusted = false;
  await report.getByRole('button', { name: 'Find in Workspace: Parameters are described' }).click();
  const refusal = workbench.notification("This workspace isn't trusted");
  await expect(refusal.getByRole('button', { name: 'Manage Workspace Trust' })).toBeVisible();
});
