import { collectCredentials } from '../credentials.ts';
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

test.describe('an expired token', () => {
  test.use({ serviceOptions: { seed: 7, live: false, accessTokenSeconds: 2 } });

  test('is renewed without a message', async ({ workbench, page, context, service }) => {
    const { found, stop } = collectCredentials();
    await workbench.run('Get Tunnel Ticket');
    await consentAndSignIn(workbench, context, service);
    await copyTicket(workbench, page);
    const [first = ''] = found.get('access_token') ?? [];
    const ask = async () =>
      (await fetch(`${service.url}/v1/teams`, { headers: { Authorization: `Bearer ${first}` } })).status;
    await expect.poll(ask).toBe(401);

    await page.evaluate(() => navigator.clipboard.writeText(''));
    await workbench.run('Get Tunnel Ticket');
    await copyTicket(workbench, page);
    stop();
    expect(found.get('access_token')?.size).toBeGreaterThan(1);
    await expect(workbench.dialog).toHaveCount(0);
    await expect(workbench.notification('')).toHaveCount(0);
    expect(context.pages()).toHaveLength(2);
  });
});

test.describe('a rejected token', () => {
  // With usual scopes, which include the request for the user's name.
  test("doesn't sign the user out while the authorization server is unreachable", async ({
    workbench,
    page,
    context,
    service,
  }) => {
    await workbench.run('Sign In');
    await consentAndSignIn(workbench, context, service);
    // The rows were already visible with the API key.
    await expect(findStatusItem(workbench)).toContainText('Sample User');
    await expect(workbench.row('weather-tools')).toBeVisible();
    service.faults.add({ match: { path: '/oidc' }, drop: 'beforeAnswer' });
    service.faults.add({ match: { path: '/v1' }, status: 401 });
    await workbench.run('Refresh Projects');
    await expect(workbench.row("Can't reach the authorization server for")).toBeVisible({ timeout: 30_000 });
    await expect(findStatusItem(workbench)).toContainText('Sample User');

    service.faults.clear();
    await workbench.row('Try Again').click();
    await expect(workbench.row('weather-tools')).toBeVisible();
    expect(page.context().pages()).toHaveLength(2);
  });
});

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

test('a key that is rejected during a command is asked for again, and the input is kept', async ({
  workbench,
  service,
}) => {
  const [id = ''] = service.world.environments.keys();
  await workbench.run('Add Environment by ID');
  await expect(workbench.input).toBeFocused();
  service.faults.add({ match: { path: '/v1/environments' }, times: 1, status: 401 });
  await workbench.enter(id);
  await expect(workbench.page.locator('.quick-input-title')).toContainText('API Key for');
  await expect(workbench.inputMessage).toContainText('rejected the key "HOSTED_MCP_API_KEY"');
  await workbench.enter(service.otherApiKey);
  const statuses = () =>
    service.requests
      .list()
      .filter(({ path }) => path === `/v1/environments/${encodeURIComponent(id)}`)
      .map(({ status }) => status);
  // The tree requests the environment too, after it's added.
  await expect.poll(() => statuses().slice(0, 2)).toEqual([401, 200]);
  await expect(workbench.input).toBeHidden();
});

test.describe('an editor that does not store secrets', () => {
  test.use({ connect: 'service' });

  test('asks for a sign-in after a reload, and explains why, once', async ({ workbench, page, service }) => {
    const signInAndReload = async (): Promise<void> => {
      await workbench.welcome('Use API Key').click();
      await workbench.enter(service.apiKey);
      await expect(workbench.row('weather-tools')).toBeVisible();
      // The editor writes its state a moment later.
      await expect.poll(() => page.evaluate(readPageStores)).toMatch(/keepsSessions\W+(true|lost)/);
      await workbench.reload();
      await expect(workbench.welcome('Use API Key')).toBeVisible();
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
