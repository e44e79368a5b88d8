import type { BrowserContext, Page } from '@playwright/test';
import type { SampleService } from '../service/service.ts';
import { expect, nextPage } from './fixtures.ts';
import type { Workbench } from './workbench.ts';

/** Consents, and answers the page that the browser opens for it. */
export async function allow(workbench: Workbench, context: BrowserContext): Promise<Page> {
  const opened = nextPage(context);
  await workbench.dialog.getByRole('button', { name: 'Allow' }).click();
  return opened;
}

/** Fills in the sign-in page of the service. */
export async function signIn(page: Page, { login }: SampleService): Promise<void> {
  await page.getByLabel('Email').fill(login.email);
  await page.getByLabel('Password').fill(login.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('You can close this page.')).toBeVisible();
}

/** Takes the ticket that is offered and returns it; it was never on the page. */
export async function copyTicket(workbench: Workbench, page: Page): Promise<string> {
  const offer = workbench.notification('Ticket ready: your tunnel will be at https://');
  await page.bringToFront();
  await expect(offer).toBeVisible();
  const before = await everything(page);
  await offer.getByRole('button', { name: 'Copy Ticket' }).click();
  const onClipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(onClipboard).toMatch(/^[\w.-]{20,}$/);
  await expect(offer).toHaveCount(0);
  const ticket = await onClipboard();
  expect(before).not.toContain(ticket);
  expect(await everything(page)).not.toContain(ticket);
  return ticket;
}

/** Also what is there but cannot be seen, such as labels for screen readers. */
export async function everything(page: Page): Promise<string> {
  const frames = await Promise.all(page.frames().map((frame) => frame.content()));
  return frames.join('\n');
}
