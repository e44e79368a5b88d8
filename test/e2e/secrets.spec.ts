import { findEnvironmentId } from '../kit/sample.ts';
import type { SampleService } from '../service/service.ts';
import { collectCredentials } from './credentials.ts';
import { findTreeRow } from './environmentGroups.ts';
import { readFilesBelow, type StoredText } from './filesBelow.ts';
import { expect, test } from './fixtures.ts';
import { readPageStores } from './storesOfPage.ts';
import { acceptSignIn, copyTicket, readPageText, signIn } from './userSession.ts';
import type { Workbench } from './workbench.ts';

const project = 'weather-tools';

test.describe('secrets', () => {
  test.use({ connect: 'service' });

  test('are in no log, file, page, or store of the editor, even after failures', async ({
    workbench,
    page,
    context,
    service,
    editor,
  }) => {
    const { found, stop } = collectCredentials();
    const printed: string[] = [];
    context.on('console', (message) => printed.push(message.text()));
    await workbench.logEverything();

    await workbench.welcome('use an API key').click();
    await workbench.enter('wrong-key');
    await expect(workbench.inputMessage).toContainText("it's invalid or has expired");
    await workbench.enter(service.apiKey);
    await workbench.openLogs('weather-tools', 'staging');
    await expect(workbench.logs.locator('.row').last()).toBeVisible();
    await test.step('headers and URLs of telemetry destinations', () =>
      showTelemetryWithSecrets(workbench, service));

    await workbench.run('Get Tunnel Ticket');
    await signIn(await acceptSignIn(workbench, context), service);
    const ticket = await copyTicket(workbench, page);
    for (const [index, status] of [500, 401].entries()) {
      service.faults.add({ match: { path: '/v1/tunnels' }, times: 1, status });
      await workbench.run('Get Tunnel Ticket');
      await expect(workbench.notification('')).toHaveCount(index + 1);
    }
    await workbench.run('Copy Diagnostics');
    await expect(workbench.notification('Diagnostics were copied to the clipboard')).toBeVisible();
    const diagnostics = await page.evaluate(() => navigator.clipboard.readText());
    expect(diagnostics).toContain('/v1/tunnels');
    stop();

    // All requests up to the last one are in the log.
    const lastLine = /GET \/v1\/tunnels\S* · 401/;
    await expect
      .poll(() => readFilesBelow(editor.dataDir).some(([, text]) => lastLine.test(text)))
      .toBe(true);
    const storedTexts: readonly StoredText[] = [
      ['diagnostics', diagnostics],
      ['what the server printed', editor.log()],
      ['what the pages printed', printed.join('\n')],
      ['the page', await readPageText(page)],
      ['the stores of the page', await page.evaluate(readPageStores)],
      ...readFilesBelow(editor.dataDir),
    ];
    expect([...(found.get('ticket') ?? [])]).toContain(ticket);
    // The rejected token was renewed, so there are two of each kind.
    expect(found.get('refresh_token')?.size).toBe(2);
    for (const name of ['authorization', 'access_token', 'refresh_token', 'id_token', 'code', 'ticket']) {
      expect(found.get(name), name).toBeDefined();
    }
    for (const [name, values] of [...found, ['telemetry', ['held9']] as const]) {
      for (const value of values) {
        for (const [source, text] of storedTexts) {
          expect(text.includes(value), `${name} in ${source}`).toBe(false);
        }
      }
    }
  });
});

/** Shows destinations whose nulls, unusual URLs, and unknown values do no harm. */
async function showTelemetryWithSecrets(workbench: Workbench, service: SampleService): Promise<void> {
  const group = findTreeRow(workbench, /^Telemetry destinations of production/);
  const emptyDestination = {
    id: 'tel_null',
    signal: null,
    endpoint: null,
    protocol: null,
    headers: null,
    status: null,
  };
  const hostileDestination = {
    id: 'tel odd/?#',
    signal: 'profiles',
    endpoint: 'https://user:held9-secret@odd.example.com/v1?api_key=held9-key',
    protocol: 'grpc',
    headers: [
      { id: 'h1', name: '$^`|~', value: 'held9-plain', isSecret: false },
      { id: 'h2', name: 'Authorization', value: 'Bearer held9-bearer', isSecret: false },
    ],
    status: 'paused',
    lastFailureReason: 'moon-phase',
    isScopedToIntentionalRequestsOnly: null,
  };
  const long = {
    ...hostileDestination,
    id: 'tel_long',
    signal: 'logs',
    endpoint: `no address ${'x'.repeat(2037)}`,
  };
  const path = `/v1/environments/${findEnvironmentId(service, project, 'production')}/telemetry-destinations`;
  service.faults.add({ match: { path }, body: [emptyDestination, hostileDestination, long] });
  await workbench.environment(project, 'production').locator('.monaco-tl-twistie').click();
  await expect(group).toHaveAccessibleName('Telemetry destinations of production, 3');
  await group.click();
  await expect(
    findTreeRow(workbench, 'Unknown signal to no endpoint, unknown protocol, unknown status'),
  ).toBeVisible();
  await expect(findTreeRow(workbench, /^Logs to no address x+…, grpc, paused/)).toBeVisible();
  const row = findTreeRow(workbench, 'profiles to odd.example.com/v1, grpc, paused');
  await row.click();
  await expect(workbench.page.locator('body')).not.toContainText('held9');
  const content = workbench.webview;
  const closed = content.locator('section.telemetry details:not([open]) > summary');
  await expect(closed.first()).toBeVisible();
  while ((await closed.count()) > 0) await closed.first().click();
  await expect(content.getByText('https://•••@odd.example.com/v1?api_key=•••').first()).toBeVisible();
  await expect(content.getByText('plain, but looks like a secret').first()).toBeVisible();
  await expect(content.locator('body')).not.toContainText('held9');
}
