import { type SampleService, startService } from '../../service/service.ts';
import { expect, test, waitForPage } from '../fixtures.ts';
import {
  acceptSignIn,
  consentAndSignIn,
  copyTicket,
  endSession,
  findStatusItem,
  listCredentialKinds,
  sessionEndTimeout,
  signIn,
} from '../userSession.ts';
import type { Workbench } from '../workbench.ts';

const accountsTest = test.extend<{ other: SampleService }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern.
  other: async ({}, use) => {
    const other = await startService({ seed: 8, live: false });
    await use(other);
    await other.close();
  },

  sources: async ({ other }, use) => {
    const settings = { 'hostedMcp.baseUrl': other.url, 'hostedMcp.oauth.clientId': 'of-the-workspace' };
    await use({ '.vscode/settings.json': JSON.stringify(settings) });
  },
});

accountsTest.describe('accounts', () => {
  accountsTest.use({ connect: 'service' });

  accountsTest(
    'belong to one service each, sign in and out, exist at the same time, and are restored after their session ended',
    async ({ workbench, page, context, service, other }) => {
      // Each end of a session takes a while.
      accountsTest.slow();

      await test.step('no secret of a service is sent to another one, and a workspace cannot select one', () =>
        useTwoServices(workbench, service, other));

      await test.step("the editor's own menu shows the account and signs out", async () => {
        await workbench.run('Sign In');
        await consentAndSignIn(workbench, context, service);
        await expect(workbench.row('weather-tools')).toBeVisible();
        await page.bringToFront();
        await page.getByRole('button', { name: 'Accounts', exact: true }).click();
        await page.getByRole('menuitem', { name: 'Sample User (sample@example.com) (Hosted MCP)' }).hover();
        await page.getByRole('menuitem', { name: 'Sign Out' }).hover();
        // A menu that has just opened accepts keys, but no clicks yet.
        await page.keyboard.press('Enter');
        await workbench.dialog.getByRole('button', { name: 'Sign Out' }).click();
        await expect(workbench.welcome('Sign In')).toBeVisible();
        await expect(findStatusItem(workbench)).toHaveCount(0);
        // The sign-out was sent to the authorization server.
        const revoked = () =>
          service.requests.list().filter(({ path }) => path.startsWith('/oidc/token/revocation'));
        await expect.poll(() => revoked().length).toBe(2);
      });

      await test.step('an API key for most requests and a user for the ticket, at the same time', async () => {
        await workbench.welcome('use an API key').click();
        await workbench.enter(service.apiKey);
        await expect(workbench.row('weather-tools')).toBeVisible();
        await expect(findStatusItem(workbench)).toHaveAttribute('aria-label', /\(API key\)/);

        await workbench.run('Get Tunnel Ticket');
        // The browser is still signed in, so that the user doesn't enter anything.
        const accepted = await acceptSignIn(workbench, context);
        await expect(accepted.getByText('You can close this page.')).toBeVisible();
        await copyTicket(workbench, page);
        // The ticket hasn't changed the account of the other requests.
        await expect(findStatusItem(workbench)).toHaveAttribute('aria-label', /\(API key\)/);
        service.requests.clear();
        await workbench.run('Refresh Projects');
        await expect.poll(() => listCredentialKinds(service, /^\/v1\/projects/)).toEqual(new Set(['apiKey']));

        await findStatusItem(workbench).click();
        await expect(workbench.item('(API key)')).toContainText('current');
        service.requests.clear();
        await workbench.choose(workbench.item(service.login.email));
        await expect(findStatusItem(workbench)).toContainText('Sample User');
        await expect.poll(() => listCredentialKinds(service, /^\/v1\/projects/)).toEqual(new Set(['user']));
      });

      await test.step('another user signs in by name, although the browser is already signed in', async () => {
        await workbench.run('Switch Account');
        const opened = waitForPage(context);
        await workbench.choose(workbench.item('Sign In with Another Account'));
        await signIn(await opened, { login: service.otherLogin });
        await expect(findStatusItem(workbench)).toContainText('Other User');
        service.requests.clear();

        await workbench.run('Switch Account');
        await expect(workbench.item(service.otherLogin.email)).toContainText('current');
        await workbench.choose(workbench.item(service.login.email));
        await expect(findStatusItem(workbench)).toContainText('Sample User');
        await expect.poll(() => listCredentialKinds(service, /^\/v1\/projects/)).toEqual(new Set(['user']));
        await expect(workbench.row('weather-tools')).toBeVisible();
      });

      await test.step('a session that the server ended is reported in the view, and the user signs in again', async () => {
        endSession(service, '/v1/projects');
        await workbench.run('Refresh Projects');
        await expect(workbench.welcome('Sign In Again')).toBeVisible(sessionEndTimeout);
        await expect(findStatusItem(workbench)).toHaveAttribute(
          'aria-label',
          /Sample User .* has expired or was revoked/,
        );
        const opened = waitForPage(context);
        await workbench.welcome('Sign In Again').click();
        // The editor doesn't ask again whether this extension can use the account.
        await signIn(await opened, service);
        await expect(workbench.row('weather-tools')).toBeVisible();
        await expect(findStatusItem(workbench)).toContainText('Sample User');
      });

      await test.step('a command continues after the user signed in again', async () => {
        endSession(service, '/v1/tunnels');
        await page.bringToFront();
        await workbench.run('Get Tunnel Ticket');
        await expect(workbench.dialog).toContainText(
          'no longer accepts the sign-in for Sample User',
          sessionEndTimeout,
        );
        await consentAndSignIn(workbench, context, service);
        await copyTicket(workbench, page);
      });
    },
  );
});

/** Uses two services with a key each, removes the second one, and signs out of the first one. */
async function useTwoServices(
  workbench: Workbench,
  service: SampleService,
  other: SampleService,
): Promise<void> {
  await workbench.welcome('use an API key').click();
  await workbench.enter(service.apiKey);
  await expect(workbench.row('weather-tools')).toBeVisible();
  // The workspace has the other one in its settings.
  expect(listCredentialKinds(service, /^\/v1/)).toContain('apiKey');
  expect(other.requests.list()).toEqual([]);

  await workbench.run('Select Service');
  await workbench.enter(other.url);
  await expect(workbench.welcome('use an API key')).toBeVisible();
  // So far, it has received no request with an invalid credential. The key of the other service would be
  // invalid here.
  other.requests.clear();
  await workbench.welcome('use an API key').click();
  await workbench.enter(other.apiKey);
  await expect(workbench.row('weather-tools')).toBeVisible();
  expect(listCredentialKinds(other, /^\/v1/)).toEqual(new Set(['apiKey']));

  service.requests.clear();
  await workbench.run('Select Service');
  await expect(workbench.item(new URL(other.url).host)).toContainText('current');
  await workbench.choose(workbench.item(new URL(service.url).host));
  await expect.poll(() => listCredentialKinds(service, /^\/v1/)).toEqual(new Set(['apiKey']));
  await expect(workbench.row('weather-tools')).toBeVisible();

  // A service that is removed from the list is signed out, after a confirmation.
  await workbench.run('Select Service');
  const row = workbench.item(new URL(other.url).host);
  await row.hover();
  await row.getByRole('button', { name: 'Remove Service from List' }).click();
  await expect(workbench.dialog).toContainText('(API key)');
  await workbench.dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);
  await workbench.choose(workbench.item('Another Service'));
  await workbench.enter(other.url);
  await expect(workbench.welcome('use an API key')).toBeVisible();

  await workbench.run('Select Service');
  await workbench.choose(workbench.item(new URL(service.url).host));
  await expect(workbench.row('weather-tools')).toBeVisible();
  await workbench.run('Sign Out');
  await workbench.dialog.getByRole('button', { name: 'Sign Out' }).click();
  await expect(workbench.welcome('Sign In')).toBeVisible();
}
