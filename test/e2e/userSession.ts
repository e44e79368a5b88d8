import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { SampleService } from '../service/service.ts';
import { expect, waitForPage } from './fixtures.ts';
import type { Workbench } from './workbench.ts';

/** Confirms the sign-in, and returns the page that the browser opens. */
export async function acceptSignIn(workbench: Workbench, context: BrowserContext): Promise<Page> {
  const opened = waitForPage(context);
  await workbench.dialog.getByRole('button', { name: 'Allow' }).click();
  return opened;
}

/** Fills in the sign-in page of the service. */
export async function signIn(page: Page, { login }: Pick<SampleService, 'login'>): Promise<void> {
  await page.getByLabel('Email').fill(login.email);
  await page.getByLabel('Password').fill(login.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(/You can close this page( now)?\./)).toBeVisible();
}

/**
 * Copies the ticket with the button of its notification and returns it. Expects that the page never contains
 * it.
 */
export async function copyTicket(workbench: Workbench, page: Page): Promise<string> {
  const notification = workbench.notification(/tunnel ticket is ready.*https:\/\//);
  await page.bringToFront();
  await expect(notification).toBeVisible();
  const before = await readPageText(page);
  await notification.getByRole('button', { name: 'Copy Ticket' }).click();
  const onClipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(onClipboard).toMatch(/^[\w.-]{20,}$/);
  await expect(notification).toHaveCount(0);
  const ticket = await onClipboard();
  expect(before).not.toContain(ticket);
  expect(await readPageText(page)).not.toContain(ticket);
  return ticket;
}

/** Returns all content of a page, including hidden text such as labels for screen readers. */
export async function readPageText(page: Page): Promise<string> {
  const frames = await Promise.all(page.frames().map((frame) => frame.content()));
  return frames.join('\n');
}

/** Finds the status bar item with the account. */
export function findStatusItem({ page }: Workbench): Locator {
  return page.locator('.statusbar-item[id="hosted-mcp.hosted-mcp.account"]');
}

/** Confirms the sign-in, and signs in on the page that opens. */
export async function consentAndSignIn(
  workbench: Workbench,
  context: BrowserContext,
  service: SampleService,
): Promise<void> {
  await signIn(await acceptSignIn(workbench, context), service);
}

/** Returns the kinds of credentials of all requests to these paths. */
export function listCredentialKinds(service: SampleService, path: RegExp): Set<string> {
  const requests = service.requests.list().filter((request) => path.test(request.path));
  return new Set(requests.map(({ credential }) => credential));
}

/**
 * The time limit for noticing the end of a session, in milliseconds. A rejection is accepted after 14 s, and
 * a window without the focus waits up to 3 s before.
 */
export const sessionEndTimeout = { timeout: 60_000 } as const;

/** Makes the authorization server end a session at the next request to this path. */
export function endSession({ faults }: SampleService, path: string): void {
  // The extension accepts a rejection only after the second attempt.
  faults.add({ match: { path: '/oidc/token' }, times: 2, status: 400, body: { error: 'invalid_grant' } });
  faults.add({ match: { path }, times: 1, status: 401 });
}
