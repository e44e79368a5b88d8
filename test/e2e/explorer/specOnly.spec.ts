import { expect, test } from '../fixtures.ts';

test.describe('a key for a service that lists no projects', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true }, connect: 'service' });

  test('is rejected in its prompt if it is wrong', async ({ workbench, service }) => {
    await workbench.welcome('Use API Key').click();
    await workbench.enter(service.expiredApiKey);
    await expect(workbench.inputMessage).toContainText("it's invalid or has expired");
    await workbench.enter(service.apiKey);
    await expect(workbench.row("This service can't list projects")).toBeVisible();
  });
});
