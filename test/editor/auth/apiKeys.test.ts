import { expect, test } from '../fixtures.ts';

test.describe('an API key', () => {
  test('that is rejected during a command is asked for again, and the input is kept', async ({
    workbench,
    service,
  }) => {
    const [id = ''] = service.world.environments.keys();
    await workbench.run('Add Environment by ID');
    await expect(workbench.inputMessage).toContainText(/\bID\b/);
    service.faults.add({ match: { path: '/v1/environments' }, times: 1, status: 401 });
    await workbench.enter(id);
    await expect(workbench.inputTitle).toContainText('API Key for');
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
});

test.describe('an API key for a service that lists no projects', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true }, connect: 'service' });

  test('is rejected in its prompt if it is wrong', async ({ workbench, service }) => {
    await workbench.welcome('use an API key').click();
    await workbench.enter(service.expiredApiKey);
    await expect(workbench.inputMessage).toContainText("it's invalid or has expired");
    await workbench.enter(service.apiKey);
    await expect(workbench.tree).toContainText("This service can't list projects");
  });
});

test.describe('diagnostics', () => {
  test('contain versions, the service, and the last requests, but no secrets', async ({
    workbench,
    service,
  }) => {
    await expect(workbench.row('weather-tools')).toBeVisible();
    await workbench.run('Copy Diagnostics');
    await workbench
      .notification('Diagnostics were copied to the clipboard')
      .getByRole('button', { name: 'Open' })
      .click();
    await expect(workbench.tab(/^Untitled-\d|hosted-mcp/)).toBeVisible();
    const text = await workbench.clipboard();
    await expect(workbench.text).toHaveValue(text);
    expect(text).toMatch(/^Extension: hosted-mcp \d+\.\d+\.\d+$/m);
    expect(text).toContain(`Service: ${service.url}`);
    expect(text).toMatch(/^Accounts: apiKey in use from the environment$/m);
    expect(text).toMatch(/ · GET \/v1\/projects · 200 · \d+ ms · /);
    expect(text).not.toContain(service.apiKey);
  });
});
