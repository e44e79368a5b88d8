import type { SampleService } from '../../service/service.ts';
import { collectCredentials } from '../credentials.ts';
import { expect, test, waitForPage } from '../fixtures.ts';
import { acceptSignIn, copyTicket, signIn } from '../userSession.ts';

test.use({ serviceOptions: { seed: 7, live: false, accessTokenSeconds: 2 } });

test('a tunnel ticket asks for consent, explains why a key is not enough, signs in, and is copied without being shown, also after the token expired', async ({
  workbench,
  page,
  context,
  service,
}) => {
  const { found, stop } = collectCredentials();
  await test.step('leaves no trace without consent', async () => {
    await workbench.run('Get Tunnel Ticket');
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(workbench.dialog).toHaveCount(0);

    // Effects of a later command would come after those of the canceled one.
    await workbench.run('Sign Out');
    await expect(workbench.notification('HOSTED_MCP_API_KEY')).toBeVisible();
    await expect(workbench.notification('')).toHaveCount(1);
    await workbench.clearNotifications();
  });

  await test.step('reports a sign-in that was declined on its page, with alternatives', async () => {
    await workbench.run('Get Tunnel Ticket');
    await expect(workbench.dialog).toContainText('tunnel tickets for API keys');
    const signInPage = await acceptSignIn(workbench, context);
    await signInPage.getByRole('button', { name: 'Cancel' }).click();
    await expect(signInPage.getByRole('heading')).toHaveText('The sign-in was declined');
    await expect(signInPage.getByText('You can close this page.')).toBeVisible();
    await expect(signInPage.getByText('finishing the sign-in')).toHaveCount(0);
    expect(ticketRequests(service)).toBe(0);
  });

  await test.step('copies the ticket after the sign-in, without showing it', async () => {
    const message = workbench.notification('declined in the browser');
    await expect(message.getByRole('button', { name: 'Paste an Access Token' })).toBeVisible();
    const again = waitForPage(context);
    await message.getByRole('button', { name: 'Try Again' }).click();
    await signIn(await again, service);
    await copyTicket(workbench, page);
  });

  await test.step('renews the expired token, and copies another ticket without a prompt or a message', async () => {
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
    // The editor, and a page for each sign-in.
    expect(context.pages()).toHaveLength(3);
    expect(ticketRequests(service)).toBe(2);
  });
});

function ticketRequests(service: SampleService): number {
  return service.requests.list().filter(({ path }) => path.startsWith('/v1/tunnels')).length;
}
