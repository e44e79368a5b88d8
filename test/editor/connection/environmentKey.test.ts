import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';
import { acceptSignIn, readAccountItem } from '../kit/signIn.ts';
import type { HostWindow } from '../window.ts';

test.describe('a key from the environment', () => {
  test('is marked while it is rejected, and cannot be signed out', async ({ workbench, service }) => {
    const row = workbench.row('weather-tools');
    await expect(row).toBeVisible();
    await test.step('is marked until the service accepts it again', () => rejectKey(workbench, service));

    await test.step('cannot be signed out, and a message explains why', async () => {
      await workbench.run('Sign Out');
      await expect(workbench.notification('HOSTED_MCP_API_KEY environment variable')).toBeVisible();
      await expect(workbench.dialog).toHaveCount(0);
      await expect(row).toBeVisible();
      await workbench.clearNotifications();
    });

    await test.step('is used again after a user signed in and out', async () => {
      await workbench.run('Sign In');
      await acceptSignIn(workbench, service);
      // The rows were already visible with the API key.
      await expect.poll(() => readAccountItem(workbench)).toContain('Sample User');
      await workbench.run('Sign Out');
      // The editor asks only about accounts that can be signed out.
      await expect(workbench.dialog).toContainText(service.login.email);
      await workbench.dialog.getByRole('button', { name: 'Sign Out' }).click();
      await expect.poll(() => readAccountItem(workbench)).toContain('HOSTED_MCP_API_KEY');
      await expect(row).toBeVisible();
    });
  });
});

test.describe('a user', () => {
  test.use({ connect: 'service' });

  test('stays signed in while the authorization server is unreachable', async ({ workbench, service }) => {
    await workbench.run('Sign In');
    await acceptSignIn(workbench, service);
    await expect(workbench.row('weather-tools')).toBeVisible();
    const { length } = workbench.fakeEditor.openedUrls;

    service.faults.add({ match: { path: '/oidc' }, drop: 'beforeAnswer' });
    service.faults.add({ match: { path: '/v1' }, status: 401 });
    await workbench.run('Refresh Projects');
    await expect(workbench.tree).toContainText("Can't reach the authorization server for");
    expect(readAccountItem(workbench)).toContain('Sample User');
    service.faults.clear();
    await workbench.row('Try Again').click();
    await expect(workbench.tree).not.toContainText("Can't reach the authorization server for");
    await expect(workbench.row('weather-tools')).toBeVisible();
    expect(workbench.fakeEditor.openedUrls).toHaveLength(length);
  });
});

/** Lets the service reject the key, which the status bar and the list of accounts report, and accept it again. */
async function rejectKey(workbench: HostWindow, service: SampleService): Promise<void> {
  await expect.poll(() => readAccountItem(workbench)).toMatch(/^Signed in to /);
  service.faults.add({ match: { path: '/v1/projects' }, status: 401 });
  await workbench.run('Refresh Projects');
  await expect.poll(() => readAccountItem(workbench)).toMatch(/ rejected the account HOSTED_MCP_API_KEY\./);
  await workbench.run('Switch Account');
  await expect(workbench.item('HOSTED_MCP_API_KEY')).toContainText('rejected by the service');
  await workbench.input.press('Escape');
  service.faults.clear();
  await workbench.row('Try Again').click();
  await expect.poll(() => readAccountItem(workbench)).toMatch(/^Signed in to /);
}
