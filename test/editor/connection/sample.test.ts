import { expect, test } from '../fixtures.ts';

test.describe('the sample', () => {
  test.use({ connect: 'service' });

  test('shows projects without an account, until the user leaves it', async ({ workbench, service }) => {
    const signIn = workbench.welcome('Sign In');
    await expect(signIn).toBeVisible();
    service.requests.clear();
    await workbench.run('Try with the Sample');
    await expect(workbench.row('weather-tools')).toBeVisible();
    await workbench.row('weather-tools').click();
    await expect(workbench.environment('weather-tools', 'production')).toBeVisible();
    // An operation that requires a user.
    await workbench.run('Get Tunnel Ticket');
    await expect(workbench.notification('ticket')).toBeVisible();
    expect(service.requests.list()).toEqual([]);

    await workbench.run('Leave the Sample');
    await expect(workbench.row('weather-tools')).toHaveCount(0);
    await expect(signIn).toBeVisible();
  });

  test('is started once, even if it is requested twice', async ({ workbench }) => {
    let workers = 0;
    const count = (): void => void workers++;
    process.on('worker', count);
    try {
      await Promise.all([workbench.run('Try with the Sample'), workbench.run('Try with the Sample')]);
      await expect(workbench.row('weather-tools')).toBeVisible();
      expect(workers).toBe(1);
    } finally {
      process.off('worker', count);
    }
  });

  test('ends when the user selects a service, also the one that was selected before', async ({
    workbench,
    service,
  }) => {
    await workbench.run('Try with the Sample');
    await expect(workbench.row('weather-tools')).toBeVisible();
    await workbench.run('Select Service...', { baseUrl: service.url });
    await expect(workbench.welcome('Sign In')).toBeVisible();
    await expect(workbench.row('weather-tools')).toHaveCount(0);
  });
});
