import { createBrowser } from '../../unit/auth/browser.ts';
import { expect, test } from '../fixtures.ts';

test('a sign-in starts when the user requests it', async ({ workbench, service }) => {
  const page = workbench.webview;
  const { environmentId } = workbench.environment('weather-tools', 'production');
  const path = `/mcp/${environmentId}/guarded`;
  await workbench.run('Inspect Server', { targetUrl: service.url + path });
  const signIn = page.getByRole('button', { name: 'Sign In' });
  const signOut = page.getByRole('button', { name: 'Sign Out' });
  /** Returns the URL that the browser opened in this attempt. */
  const { openedUrls } = workbench.extension.editor;
  const sentTo = async (count: number): Promise<URL> => {
    await expect.poll(() => openedUrls.length).toBe(count);
    return new URL(openedUrls.at(-1) ?? '');
  };

  await expect(page.getByRole('alert')).toContainText('sign in (401)');
  await expect(signOut).toHaveCount(0);
  expect(openedUrls).toEqual([]);

  await test.step('the user cancels', async () => {
    await signIn.click();
    await sentTo(1);
    const progress = workbench.notification('Signing in to 127.0.0.1');
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await expect(progress).toHaveCount(0);
    await expect(workbench.notification('')).toHaveCount(0);
    await expect(signIn).toBeVisible();
  });

  await test.step('the user declines', async () => {
    await signIn.click();
    await fetch(await createBrowser().signIn(await sentTo(2), { action: 'cancel' }));
    const message = workbench.notification('You declined the sign-in to 127.0.0.1');
    await expect(message).toBeVisible();
    await workbench.clearNotifications();
    await expect(signIn).toBeVisible();
  });

  await test.step('the user signs in', async () => {
    await signIn.click();
    const answer = await createBrowser().signIn(await sentTo(3), { action: 'signIn', ...service.login });
    expect(await (await fetch(answer)).text()).toContain('Return to the editor');
    await expect(page.locator('.phase')).toContainText('Connected');
    await expect(signIn).toHaveCount(0);
    await expect(signOut).toBeVisible();
  });

  await test.step('the sign-in is rejected', async () => {
    const metadata = `${service.url}/.well-known/oauth-protected-resource${path}`;
    const headers = { 'WWW-Authenticate': `Bearer resource_metadata="${metadata}"` };
    service.faults.add({ match: { path }, status: 401, headers });
    service.faults.add({ match: { path: '/oidc/token' }, status: 400, body: { error: 'invalid_grant' } });
    await page.getByRole('button', { name: 'Reconnect' }).click();
    await expect(page.getByRole('alert')).toContainText('Sign in again.');
    await expect(signOut).toHaveCount(0);
    service.faults.clear();
    await page.getByRole('button', { name: 'Reconnect' }).click();
  });

  await test.step('the user signs in again, and out', async () => {
    await signIn.click();
    const answer = await createBrowser().signIn(await sentTo(4), { action: 'signIn', ...service.login });
    await fetch(answer);
    await signOut.click();
    await expect(signIn).toBeVisible();
    await expect(signOut).toHaveCount(0);
  });
});

test('a server that requires a header also offers the sign-in of its origin', async ({
  workbench,
  service,
}) => {
  const { environmentId } = workbench.environment('weather-tools', 'production');
  await workbench.run('Inspect Server', { targetUrl: `${service.url}/mcp/${environmentId}/keyed` });
  const page = workbench.webview;
  await expect(page.getByRole('alert')).toContainText('add a header');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Headers...' })).toBeVisible();
});
