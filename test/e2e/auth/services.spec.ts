import { createServer } from 'node:net';
import { listen } from '../../harness/ports.ts';
import { type SampleService, startService } from '../../service/service.ts';
import { expect, test, waitForPage } from '../fixtures.ts';
import { findStatusItem, listCredentialKinds, signIn } from '../userSession.ts';

const servicesTest = test.extend<{ other: SampleService }>({
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

servicesTest.describe('two services', () => {
  servicesTest.use({ connect: 'service' });

  servicesTest(
    'have their own accounts, no secret of one is sent to the other, and a workspace cannot select one',
    async ({ workbench, service, other }) => {
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
    },
  );
});

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
