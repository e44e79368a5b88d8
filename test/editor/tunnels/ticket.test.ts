import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';
import { acceptSignIn, completeSignIn, listCredentialKinds, readAccountItem } from '../kit/signIn.ts';
import type { HostWindow } from '../window.ts';

const ticketStatuses = (service: SampleService): readonly (number | null)[] =>
  service.requests
    .list()
    .filter(({ path }) => path.startsWith('/v1/tunnels'))
    .map(({ status }) => status);

/** Copies the ticket with the button of its notification. Expects that no text shows it. */
async function copyTicket(workbench: HostWindow): Promise<string> {
  const notification = workbench.notification(/tunnel ticket is ready.*https:\/\//);
  await expect(notification).toBeVisible();
  const texts = workbench.seen();
  await notification.getByRole('button', { name: 'Copy Ticket' }).click();
  await expect.poll(() => workbench.clipboard()).toMatch(/^[\w.-]{20,}$/);
  await expect(workbench.notification('')).toHaveCount(0);
  const ticket = await workbench.clipboard();
  expect(texts).not.toContain(ticket);
  expect(workbench.seen()).not.toContain(ticket);
  return ticket;
}

test.describe('a tunnel ticket', () => {
  test('asks for consent, explains why a key is not enough, and offers alternatives after a decline', async ({
    workbench,
    service,
  }) => {
    await test.step('leaves no trace without consent', async () => {
      await workbench.run('Get Tunnel Ticket');
      await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(workbench.dialog).toHaveCount(0);
      // Effects of a later command would come after those of the canceled one.
      await workbench.run('Sign Out');
      await expect(workbench.notification('HOSTED_MCP_API_KEY environment variable')).toBeVisible();
      await expect(workbench.notification('')).toHaveCount(1);
      await expect(workbench.dialog).toHaveCount(0);
      await workbench.clearNotifications();
    });

    await test.step('reports a sign-in that was declined on its page', async () => {
      await workbench.run('Get Tunnel Ticket');
      await expect(workbench.dialog).toContainText('tunnel tickets for API keys');
      const page = await acceptSignIn(workbench, service, { fields: { action: 'cancel' } });
      expect(page).toContain('The sign-in was declined');
      expect(page).toContain('You can close this page.');
      expect(page).not.toContain('finishing the sign-in');
      expect(ticketStatuses(service)).toEqual([]);
    });

    const message = workbench.notification('declined in the browser');
    await expect(message.getByRole('button', { name: 'Paste an Access Token' })).toBeVisible();
    await completeSignIn(workbench, service, () =>
      message.getByRole('button', { name: 'Try Again' }).click(),
    );
    await copyTicket(workbench);
  });

  test('is for a user, while an API key is used for other requests, also after the token expired', async ({
    workbench,
    service,
  }) => {
    await expect(workbench.row('weather-tools')).toBeVisible();
    await workbench.run('Get Tunnel Ticket');
    await acceptSignIn(workbench, service);
    const first = await copyTicket(workbench);
    expect(readAccountItem(workbench)).toContain('HOSTED_MCP_API_KEY');
    expect(workbench.fakeEditor.accountItem.text).toBe('$(key) Hosted MCP: API key');
    service.requests.clear();
    await workbench.run('Refresh Projects');
    await expect.poll(() => listCredentialKinds(service, /^\/v1\/projects/)).toEqual(['apiKey']);

    const { now } = Date;
    try {
      Date.now = () => now() + 2 * 3_600_000;
      await workbench.run('Get Tunnel Ticket');
      expect(await copyTicket(workbench)).not.toBe(first);
    } finally {
      Date.now = now;
    }
    const renewals = service.requests.list().filter(({ path }) => path === '/oidc/token');
    expect(renewals).toHaveLength(1);
    await expect(workbench.dialog).toHaveCount(0);
    expect(workbench.fakeEditor.openedUrls).toHaveLength(1);
  });

  test('continues after its user signed in again because the sign-in was rejected', async ({
    workbench,
    service,
  }) => {
    // The sample service accepts its key as an access token. Such a token can't be renewed.
    await workbench.run('Sign In', { accessToken: service.apiKey, scope: 'user' });
    await expect.poll(() => workbench.fakeEditor.statusTexts.join()).toContain('as Access token');
    service.faults.add({ match: { path: '/v1/tunnels' }, times: 1, status: 401 });
    await workbench.run('Get Tunnel Ticket');
    await expect(workbench.dialog).toContainText('no longer accepts the sign-in for Access token');
    await acceptSignIn(workbench, service);
    await copyTicket(workbench);
    expect(ticketStatuses(service)).toEqual([401, 200]);
  });
});
