import { expect, test, waitForPage } from '../fixtures.ts';
import { readPageStores } from '../storesOfPage.ts';
import {
  acceptSignIn,
  consentAndSignIn,
  copyTicket,
  endSession,
  findStatusItem,
  sessionEndTimeout,
} from '../userSession.ts';

test.describe('a session that the authorization server ended', () => {
  test.use({ connect: 'service' });

  test('is reported in the view or during a command; signing in again restores everything', async ({
    workbench,
    page,
    context,
    service,
  }) => {
    // Each end of a session takes a while.
    test.slow();
    await workbench.run('Sign In');
    await consentAndSignIn(workbench, context, service);
    await expect(workbench.row('weather-tools')).toBeVisible();

    endSession(service, '/v1/projects');
    await workbench.run('Refresh Projects');
    await expect(workbench.welcome('Sign In Again')).toBeVisible(sessionEndTimeout);
    await expect(findStatusItem(workbench)).toHaveAttribute(
      'aria-label',
      /Sample User .* is no longer signed in to/,
    );

    const opened = waitForPage(context);
    await workbench.welcome('Sign In Again').click();
    await workbench.dialog.getByRole('button', { name: 'Allow' }).click();
    // The browser is still signed in, so that the user doesn't enter anything.
    await expect((await opened).getByText('You can close this page.')).toBeVisible();
    await expect(workbench.row('weather-tools')).toBeVisible();
    await expect(findStatusItem(workbench)).toContainText('Sample User');

    endSession(service, '/v1/tunnels');
    await page.bringToFront();
    await workbench.run('Get Tunnel Ticket');
    await expect(workbench.dialog).toContainText(
      'no longer accepts the sign-in for Sample User',
      sessionEndTimeout,
    );
    const again = await acceptSignIn(workbench, context);
    await expect(again.getByText('You can close this page.')).toBeVisible();
    // The command continues after the sign-in.
    await copyTicket(workbench, page);
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
