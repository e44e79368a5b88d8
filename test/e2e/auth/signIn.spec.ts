import { createServer } from 'node:net';
import { listen } from '../../harness/ports.ts';
import { expect, test, waitForPage } from '../fixtures.ts';
import { readPageStores } from '../storesOfPage.ts';
import { findStatusItem, signIn } from '../userSession.ts';

test.describe('a link to the editor', () => {
  // Not 127.0.0.1: the editor server sends that through a proxy, which changes escaped characters.
  test.use({ connect: 'none', serviceOptions: { seed: 7, live: false, host: '127.0.0.2' } });

  const taken = createServer();
  test.use({
    settings: async ({ service }, use) => {
      const port = await listen(taken);
      await use({ 'hostedMcp.baseUrl': service.url, 'hostedMcp.oauth.loopbackPort': port });
      taken.close();
    },
  });

  test('returns from the browser if no port is available', async ({ workbench, context, service }) => {
    await workbench.run('Sign In');
    await workbench.dialog.getByRole('button', { name: 'Allow' }).click();
    const message = workbench.notification("Couldn't sign in. The loopback port is in use.");
    await message.getByRole('button', { name: 'Use an Editor Link' }).click();
    const opened = waitForPage(context);
    await workbench.dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await signIn(await opened, service);
    await expect(findStatusItem(workbench)).toContainText('Sample User');
    await expect(workbench.row('weather-tools')).toBeVisible();
  });
});

test.describe('an editor that does not store secrets', () => {
  test.use({ connect: 'service' });

  test('asks for a sign-in after a reload, and explains why, once', async ({ workbench, page, service }) => {
    const signInAndReload = async (): Promise<void> => {
      await workbench.welcome('use an API key').click();
      await workbench.enter(service.apiKey);
      await expect(workbench.row('weather-tools')).toBeVisible();
      // The editor writes its state a moment later.
      await expect.poll(() => page.evaluate(readPageStores)).toMatch(/keepsSessions\W+(true|lost)/);
      await workbench.reload();
      await expect(workbench.welcome('use an API key')).toBeVisible();
    };
    // A key that opens the view closes toasts. This list keeps all messages.
    const messages = page.locator('.notifications-center .notification-list-item');
    const openMessages = () => page.locator('[id="status.notifications"]').click();

    await signInAndReload();
    await openMessages();
    await expect(
      messages.filter({ hasText: 'Sign-ins last only until this window is closed' }),
    ).toBeVisible();
    await openMessages();
    await expect.poll(() => page.evaluate(readPageStores)).toMatch(/keepsSessions\W+lost/);

    await signInAndReload();
    await openMessages();
    await expect(page.locator('.notifications-center')).toBeVisible();
    await expect(messages).toHaveCount(0);
  });
});
