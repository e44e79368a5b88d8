import { expect, test } from '../e2e/fixtures.ts';
import { acceptSignIn, signIn } from '../e2e/userSession.ts';
import { take } from './take.ts';

test('a ticket: consent, sign-in page, notification', async ({ workbench, page, context, service }, info) => {
  await workbench.run('Get Tunnel Ticket');
  await expect(workbench.dialog).toBeVisible();
  await take(page, info, 'ticket-consent');
  const signInPage = await acceptSignIn(workbench, context);
  await expect(signInPage.getByLabel('Email')).toBeVisible();
  await take(signInPage, info, 'sample-sign-in');
  await signIn(signInPage, service);
  await page.bringToFront();
  await expect(workbench.notification('')).toHaveText([/ticket is ready/]);
  await take(page, info, 'ticket');
});
