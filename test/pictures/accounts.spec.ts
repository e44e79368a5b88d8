import { expect, test } from '../e2e/fixtures.ts';
import { acceptSignIn, endSession, findStatusItem, sessionEndTimeout, signIn } from '../e2e/userSession.ts';
import { startService } from '../service/service.ts';
import { take } from './take.ts';

test.use({ connect: 'service', serviceOptions: { seed: 7, typicalOnly: true, live: false } });

test('accounts and services', async ({ workbench, page, context, service }, info) => {
  await workbench.welcome('use an API key').click();
  await workbench.enter(service.apiKey);
  await expect(workbench.row('weather-tools')).toBeVisible();
  await workbench.run('Sign In');
  await signIn(await acceptSignIn(workbench, context), service);
  await page.bringToFront();
  await expect(findStatusItem(workbench)).toContainText('Sample User');
  await workbench.run('Switch Account');
  await expect(workbench.item('current')).toBeVisible();
  await take(page, info, 'accounts');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Accounts', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Sample User' })).toBeVisible();
  await take(page, info, 'accounts-menu');
  await page.keyboard.press('Escape');

  const other = await startService({ seed: 8, live: false });
  try {
    await workbench.run('Select Service');
    await workbench.enter(other.url);
    await expect(workbench.welcome('Sign In')).toBeVisible();
    await workbench.run('Select Service');
    await expect(workbench.item('current')).toBeVisible();
    await take(page, info, 'services');
  } finally {
    await other.close();
  }
});

test('a session that has ended', async ({ workbench, page, context, service }, info) => {
  await workbench.run('Sign In');
  await signIn(await acceptSignIn(workbench, context), service);
  await page.bringToFront();
  await expect(workbench.row('weather-tools')).toBeVisible();
  endSession(service, '/v1');
  await workbench.run('Refresh Projects');
  await expect(workbench.welcome('Sign In Again')).toBeVisible(sessionEndTimeout);
  await take(page, info, 'session-ended');
});
