import type { BrowserContext, Page } from '@playwright/test';
import type { SampleService } from '../service/service.ts';
import { expect, nextPage, test } from './fixtures.ts';
import type { Workbench } from './workbench.ts';

test.describe('a tunnel ticket', () => {
  test('says why a key will not do, signs the user in, and is copied without being shown', async ({
    workbench,
    page,
    context,
    service,
  }) => {
    await workbench.run('Get Tunnel Ticket');
    await expect(workbench.dialog).toContainText('The service gives no ticket for an API key.');
    const signInPage = await allow(workbench, context);
    expect(ticketRequests(service)).toBe(0);
    await signIn(signInPage, service);

    await copyTicket(workbench, page);

    // The same person gets the next one without being asked again.
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await workbench.run('Get Tunnel Ticket');
    await copyTicket(workbench, page);
    await expect(workbench.dialog).toHaveCount(0);
    expect(context.pages()).toHaveLength(2);
    expect(ticketRequests(service)).toBe(2);
  });

  test('that is declined on the sign-in page says so, with other ways', async ({
    workbench,
    context,
    service,
  }) => {
    await workbench.run('Get Tunnel Ticket');
    const signInPage = await allow(workbench, context);
    await signInPage.getByRole('button', { name: 'Cancel' }).click();

    const message = workbench.notification('Could not sign in: it was declined in the browser.');
    await expect(message.getByRole('button', { name: 'Paste an Access Token' })).toBeVisible();
    const again = nextPage(context);
    await message.getByRole('button', { name: 'Try Again' }).click();
    await signIn(await again, service);
    await expect(workbench.notification('Ticket ready')).toBeVisible();
  });

  test('that the user does not consent to leaves no trace', async ({ workbench, service }) => {
    await workbench.run('Get Tunnel Ticket');
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(workbench.dialog).toHaveCount(0);

    // What comes of a later command would come after what comes of the cancelled one.
    await workbench.run('Sign Out');
    await expect(workbench.notification('HOSTED_MCP_API_KEY')).toBeVisible();
    await expect(workbench.notification('')).toHaveCount(1);
    expect(ticketRequests(service)).toBe(0);
  });
});

/** Consents, and answers the page that the browser opens for it. */
async function allow(workbench: Workbench, context: BrowserContext): Promise<Page> {
  const opened = nextPage(context);
  await workbench.dialog.getByRole('button', { name: 'Allow' }).click();
  return opened;
}

async function signIn(page: Page, { login }: SampleService): Promise<void> {
  await page.getByLabel('Email').fill(login.email);
  await page.getByLabel('Password').fill(login.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('You can close this page.')).toBeVisible();
}

/** Takes the ticket that is offered; it is on the clipboard then, and was never on the page. */
async function copyTicket(workbench: Workbench, page: Page): Promise<void> {
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
}

/** Also what is there but cannot be seen, such as labels for screen readers. */
async function everything(page: Page): Promise<string> {
  const frames = await Promise.all(page.frames().map((frame) => frame.content()));
  return frames.join('\n');
}

function ticketRequests(service: SampleService): number {
  return service.requests.list().filter(({ path }) => path.startsWith('/v1/tunnels')).length;
}
