import type { SampleService } from '../../service/service.ts';
import { expect, nextPage, test } from '../fixtures.ts';
import { allow, copyTicket, signIn } from '../userSession.ts';

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
    await expect(signInPage.getByRole('heading')).toHaveText('The sign-in was declined');
    await expect(signInPage.getByText('You can close this page.')).toBeVisible();
    await expect(signInPage.getByText('finishes the sign-in')).toHaveCount(0);

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

function ticketRequests(service: SampleService): number {
  return service.requests.list().filter(({ path }) => path.startsWith('/v1/tunnels')).length;
}
