import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { acceptSignIn, signIn } from '../userSession.ts';
import type { Workbench } from '../workbench.ts';

test.describe('a new installation', () => {
  test.use({ connect: 'none' });

  test('selects a service, and accepts an API key, or a sign-in that starts over after a failure or while one is pending', async ({
    workbench,
    context,
    service,
  }) => {
    await test.step('offers sample projects, which need no service and no account', async () => {
      await workbench.welcome('Try the sample').click();
      await expect(workbench.row('weather-tools')).toBeVisible();
      await workbench.run('Leave the Sample');
      await expect(workbench.row('weather-tools')).toHaveCount(0);
    });

    await test.step('rejects a URL that would expose credentials, while it is typed', async () => {
      await workbench.welcome('Select Service').click();
      await expect(workbench.input).toBeFocused();
      await workbench.input.fill('http://api.example.com');
      await expect(workbench.inputMessage).toContainText('must use HTTPS');
      await workbench.input.fill('javascript:alert(1)');
      await expect(workbench.inputMessage).toContainText('must begin with https://');
      // Without a scheme, a URL is HTTPS.
      for (const typed of ['https://api.example.com', 'api.example.com/v1']) {
        await workbench.input.fill('api');
        await expect(workbench.inputMessage).toContainText('must be a valid URL');
        await workbench.input.fill(typed);
        await expect(workbench.inputMessage).toContainText('Enter the base URL');
      }
    });

    await test.step('checks the URL, and keeps the input if it is not the service', async () => {
      const elsewhere = `${service.url}/elsewhere`;
      await workbench.enter(elsewhere);
      await expect(workbench.inputMessage).toContainText(
        "doesn't look like a service that hosts MCP servers",
      );
      await expect(workbench.input).toHaveValue(elsewhere);
      await expect(workbench.input).toBeFocused();
    });

    for (const ending of ['', '/v1/', '/']) {
      await test.step(`accepts the URL with "${ending}" at its end`, async () => {
        service.requests.clear();
        if (ending !== '') await workbench.run('Select Service');
        await workbench.enter(service.url + ending);
        await expect(workbench.input).toBeHidden();
        await expect(workbench.welcome('Sign In')).toBeVisible();
        // In any spelling, the requests go to the right URL.
        await expect
          .poll(() => new Set(service.requests.list().map(({ path }) => path)))
          .toEqual(new Set(['/v1/projects']));
      });
    }

    await test.step('rejects a key that contains a space before it is sent', async () => {
      service.requests.clear();
      await workbench.welcome('use an API key').click();
      await workbench.enter('two words');
      await expect(workbench.inputMessage).toContainText('contains a space');
      expect(service.requests.list()).toEqual([]);
    });

    await test.step('rejects a wrong or expired key in its prompt', async () => {
      for (const key of ['wrong-key', service.expiredApiKey]) {
        service.requests.clear();
        await workbench.enter(key);
        await expect.poll(() => service.requests.list().length).toBe(1);
        await expect(workbench.inputMessage).toContainText("it's invalid or has expired");
        await expect(workbench.input).toHaveValue(key);
        await expect(workbench.input).toHaveAttribute('type', 'password');
        await expect(workbench.input).toBeFocused();
      }
    });

    await test.step('keeps a key until the user signs out', async () => {
      await workbench.enter(service.apiKey);
      await expect(workbench.row('weather-tools')).toBeVisible();
      const { host } = new URL(service.url);
      await expect(
        statusBar(workbench, `Signed in to ${host} as ${service.world.teams[0]?.name}`),
      ).toBeVisible();

      await workbench.run('Sign Out');
      await expect(workbench.dialog).toContainText(/Sign ".+ \(API key\)" out of/);
      await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(workbench.row('weather-tools')).toBeVisible();

      // Stale rows, which are shown while a request fails, are removed too.
      service.faults.add({ match: { path: '/v1/projects' }, status: 500 });
      await workbench.run('Refresh Projects');
      await expect(workbench.row('Try Again')).toBeVisible();
      await expect(workbench.row('weather-tools')).toBeVisible();
      await workbench.run('Sign Out');
      await workbench.dialog.getByRole('button', { name: 'Sign Out' }).click();
      await expect(statusBar(workbench, `Signed out of ${host}`)).toBeVisible();
      await expect(workbench.welcome('use an API key')).toBeVisible();
      await expect(workbench.row('weather-tools')).toHaveCount(0);
      service.faults.clear();
    });

    await test.step('starts a sign-in over after a failure', async () => {
      service.faults.add({
        match: { path: '/oidc/reg' },
        times: 1,
        status: 500,
        body: 'a-word-of-the-answer',
      });
      await workbench.run('Sign In');
      await workbench.dialog.getByRole('button', { name: 'Allow' }).click();
      const message = workbench.notification('The authorization server failed (HTTP 500).');
      await expect(message).toBeVisible();
      await expect(message).not.toContainText('a-word-of-the-answer');
    });

    await test.step('starts a sign-in over while one is pending in the browser, whose first page can be closed', async () => {
      const { host } = new URL(service.url);
      const progress = workbench.notification(`Signing in to ${host}`);
      await workbench.run('Sign In');
      const first = await acceptSignIn(workbench, context);
      await expect(first.getByLabel('Email')).toBeVisible();
      await first.close();
      await expect(progress).toHaveCount(1);

      await workbench.run('Sign In');
      const second = await acceptSignIn(workbench, context);
      await expect(second.getByLabel('Email')).toBeVisible();
      await expect(progress).toHaveCount(1);
      await signIn(second, service);

      await expect(statusBar(workbench, `Signed in to ${host} as `)).toContainText(service.login.email);
      await expect(workbench.row('weather-tools')).toBeVisible();
      await expect(progress).toHaveCount(0);
    });
  });
});

function statusBar({ page }: Workbench, text: string): Locator {
  return page.locator('.statusbar-item').filter({ hasText: text });
}
