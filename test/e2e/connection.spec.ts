import { expect, test } from './fixtures.ts';

test.describe('choosing a service', () => {
  test.use({ connect: 'none' });

  test.beforeEach(async ({ workbench }) => {
    await workbench.welcome('Select Service').click();
    await expect(workbench.input).toBeFocused();
  });

  test('refuses an address that would give credentials away, while it is typed', async ({ workbench }) => {
    await workbench.input.fill('http://api.example.com');
    await expect(workbench.inputMessage).toContainText('must use https');
    await workbench.input.fill('https://api.example.com');
    await expect(workbench.inputMessage).not.toContainText('must use https');
  });

  test('looks at the address, and keeps what was typed when it is another thing', async ({
    workbench,
    service,
  }) => {
    const elsewhere = `${service.url}/elsewhere`;
    await workbench.enter(elsewhere);
    await expect(workbench.inputMessage).toContainText(
      'does not look like a service for hosted MCP servers.',
    );
    await expect(workbench.input).toHaveValue(elsewhere);
    await expect(workbench.input).toBeFocused();
  });

  for (const ending of ['/', '/v1/']) {
    test(`takes the address with ${ending} at its end`, async ({ workbench, service }) => {
      await workbench.enter(service.url + ending);
      await expect(workbench.welcome('Sign In')).toBeVisible();
      await expect(workbench.input).toBeHidden();
      // Whatever was typed, the service was asked at its right address.
      expect(new Set(service.requests.list().map(({ path }) => path))).toEqual(new Set(['/v1/projects']));
    });
  }

  test('leads from nothing to projects', async ({ workbench, service }) => {
    await workbench.enter(service.url);
    await workbench.welcome('Use API Key').click();
    await workbench.enter(service.apiKey);
    await expect(workbench.row('weather-tools')).toBeVisible();
  });
});

test.describe('an API key', () => {
  test.use({ connect: 'service' });

  test('that is wrong or has expired is refused in place', async ({ workbench, service }) => {
    await workbench.welcome('Use API Key').click();
    for (const key of ['wrong-key', service.expiredApiKey]) {
      service.requests.clear();
      await workbench.enter(key);
      await expect.poll(() => service.requests.list().length).toBe(1);
      await expect(workbench.inputMessage).toContainText('it is wrong, or has expired');
      await expect(workbench.input).toHaveValue(key);
      await expect(workbench.input).toHaveAttribute('type', 'password');
      await expect(workbench.input).toBeFocused();
    }
  });

  test('that holds a space is refused before it is sent', async ({ workbench, service }) => {
    await workbench.welcome('Use API Key').click();
    await workbench.enter('two words');
    await expect(workbench.inputMessage).toContainText('holds a space');
    expect(service.requests.list()).toEqual([]);
  });

  test('is kept until the user signs out', async ({ workbench, service }) => {
    await workbench.welcome('Use API Key').click();
    await workbench.enter(service.apiKey);
    await expect(workbench.row('weather-tools')).toBeVisible();

    await workbench.run('Sign Out');
    await expect(workbench.dialog).toContainText('Sign out "API key" from');
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(workbench.row('weather-tools')).toBeVisible();

    await workbench.run('Sign Out');
    await workbench.dialog.getByRole('button', { name: 'Sign Out' }).click();
    await expect(workbench.welcome('Use API Key')).toBeVisible();
    await expect(workbench.row('weather-tools')).toHaveCount(0);
  });
});

test('a key from the environment cannot be signed out, and the editor says why', async ({ workbench }) => {
  await expect(workbench.row('weather-tools')).toBeVisible();
  await workbench.run('Sign Out');
  await expect(workbench.notification('environment variable HOSTED_MCP_API_KEY')).toBeVisible();
  await expect(workbench.dialog).toHaveCount(0);
  await expect(workbench.row('weather-tools')).toBeVisible();
});
