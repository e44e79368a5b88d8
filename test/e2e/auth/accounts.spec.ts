import { expect, test, waitForPage } from '../fixtures.ts';
import {
  acceptSignIn,
  consentAndSignIn,
  copyTicket,
  findStatusItem,
  listCredentialKinds,
  signIn,
} from '../userSession.ts';

test.describe('accounts', () => {
  test.use({ connect: 'service' });

  test('sign in and out, exist at the same time, and are selected by name', async ({
    workbench,
    page,
    context,
    service,
  }) => {
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
      await expect(
        (await acceptSignIn(workbench, context)).getByText('You can close this page.'),
      ).toBeVisible();
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

      await workbench.run('Switch Account');
      await expect(workbench.item(service.otherLogin.email)).toContainText('current');
      await workbench.choose(workbench.item(service.login.email));
      await expect(findStatusItem(workbench)).toContainText('Sample User');
      await expect(workbench.row('weather-tools')).toBeVisible();
    });
  });
});
