import { findEnvironmentId } from '../../kit/sample.ts';
import { edgeCaseIds } from '../../service/world/edgeCaseProjects.ts';
import { expect, test } from '../fixtures.ts';
import {
  findActions,
  findField,
  findSection,
  openDetails,
  openEnvironmentPage,
  runFromMenu,
  waitUntilRead,
} from './environmentPage.ts';

const project = 'weather-tools';

test('each section that cannot be read explains why, with remedies', async ({ workbench, service }) => {
  const id = findEnvironmentId(service, project, 'production');
  const at = (path: string) => ({ match: { path: `^/v1/environments/${id}/${path}` } });
  service.faults.add({ ...at('telemetry-destinations'), status: 500 });
  service.faults.add({ ...at('playground'), status: 401 });
  await openEnvironmentPage(workbench);
  const telemetry = findSection(workbench, 'Telemetry destinations');
  await expect(telemetry).toContainText('Service error 500');
  await expect(telemetry.getByRole('button')).toHaveText(['Try Again', 'Open Log']);
  await expect(
    findSection(workbench, 'Playground').getByRole('button', { name: 'Use API Key' }),
  ).toBeVisible();
  await expect(findSection(workbench, 'Status')).toContainText('Cache forecasts for ten minutes');
  await expect(workbench.notification('')).toHaveCount(0);
  service.faults.clear();
  await telemetry.getByRole('button', { name: 'Try Again' }).click();
  await expect(telemetry.getByRole('article')).toHaveCount(2);
  // The parts beside the failed one were loaded, too.
  await expect(findSection(workbench, 'Playground')).toContainText('Forecasts and alerts for cities.');

  // The stale data stays visible while the request fails.
  service.faults.add({ ...at('telemetry-destinations'), status: 500 });
  await workbench.webview.getByRole('button', { name: 'Refresh' }).click();
  await expect(telemetry).toContainText('Service error 500');
  await expect(telemetry.getByRole('article')).toHaveCount(2);
});

test('a deleted environment is reported, without actions', async ({ workbench, service }) => {
  await openEnvironmentPage(workbench, project, 'staging');
  const { webview } = workbench;
  const given = workbench.environment(project, 'staging');
  await workbench.run('Delete Environment...', { ...given, isProduction: false, confirm: 'staging' });
  await expect(webview.getByText('This environment was deleted')).toBeVisible();
  await expect(webview.getByRole('button')).toHaveCount(0);
  await expect(webview.getByRole('main')).toBeHidden();

  // An environment that another user deletes can be read again.
  const id = findEnvironmentId(service, 'docs-search', 'quiet');
  await openEnvironmentPage(workbench, 'docs-search', 'quiet');
  service.faults.add({ match: { path: `^/v1/environments/${id}$` }, status: 404, times: 1 });
  await webview.getByRole('button', { name: 'Refresh' }).click();
  await expect(webview.getByText('This environment no longer exists.')).toBeVisible();
  await expect(webview.getByRole('button')).toHaveText(['Refresh Projects']);
  service.requests.clear();
  await webview.getByRole('button').click();
  await expect(findActions(workbench).first()).toBeVisible();
  expect(service.requests.list().some((request) => request.path.startsWith('/v1/projects'))).toBe(true);

  // Its mark is gone too.
  const production = findEnvironmentId(service, project, 'production');
  const record = service.world.environments.get(production);
  if (record) service.world.environments.set(production, { ...record, name: 'live' });
  await openEnvironmentPage(workbench, project, 'live');
  await expect(webview.locator('.badge')).toHaveText('Production');
  service.faults.add({ match: { path: `^/v1/environments/${production}$` }, status: 404, times: 1 });
  await webview.getByRole('button', { name: 'Refresh' }).click();
  await expect(webview.getByText('This environment no longer exists.')).toBeVisible();
  await expect(webview.locator('.badge')).toHaveCount(0);
});

test('an environment that was opened by a wrong ID is not found', async ({ workbench }) => {
  await workbench.run('Open Environment', { environmentId: 'env_wrong', environmentName: '' });
  await expect(workbench.webview.getByText('the ID is wrong')).toBeVisible();
});

test('an environment of another service only offers to select that service', async ({
  workbench,
  service,
  page,
}) => {
  await openEnvironmentPage(workbench);
  await openDetails(workbench);
  await findSection(workbench, 'Details').getByRole('button', { name: 'Copy Environment ID' }).click();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(clipboard).toBe(findEnvironmentId(service, project, 'production'));
  const { editor } = workbench.extension;
  const [panel] = editor.panels;
  if (!panel) throw new Error('The page is not open.');
  const saved = panel.state as { readonly identity: object };
  panel.dispose();
  // The state as it was saved with another service.
  panel.state = { ...saved, identity: { ...saved.identity, baseUrl: 'https://other.example.com' } };
  service.requests.clear();
  await editor.restore(panel);
  const { webview } = workbench;
  await expect(webview.getByText('This environment is on other.example.com')).toBeVisible();
  await expect(webview.getByRole('button')).toHaveText(['Select Service']);
  // The host ignores such messages from a page.
  await page.evaluate(() => navigator.clipboard.writeText('untouched'));
  const run = (action: string) => ({ kind: 'run', action });
  for (const message of [run('copyEnvironmentId'), run('deleteEnvironment'), 'x']) {
    editor.panels[0]?.received.fire(message);
  }
  await webview.getByRole('button').click();
  await expect(workbench.question).toContainText('Select Service');
  expect(await clipboard()).toBe('untouched');
  expect(editor.log.filter((line) => line.includes('ignored an unreadable message'))).toHaveLength(2);
  expect(service.requests.list()).toEqual([]);
});

test('hostile texts stay text, with one direction and limited length', async ({ workbench, service }) => {
  const environment = service.world.environments.get(edgeCaseIds.environment);
  const [destination] = service.world.telemetry.get(edgeCaseIds.environment) ?? [];
  if (!environment || !destination) throw new Error('The sample has no edge-case environment.');
  const long = `<b>${'x'.repeat(10_000)}`;
  const turned = 'a\u202eb\u001b[31mc';
  const headers = [
    { id: 'h1', name: turned, value: 'held9-plain', isSecret: false },
    { id: 'h2', name: 'Authorization', value: 'Bearer held9-bearer', isSecret: false },
  ];
  service.world.telemetry.set(edgeCaseIds.environment, [
    { ...destination, headers, endpoint: 'https://user:held9-secret@odd.example.com/v1?api_key=held9-key' },
    { ...destination, id: long, endpoint: `https://odd.example.com/${long}`, lastFailureReason: long },
  ]);
  const playground = service.world.playgrounds.get(edgeCaseIds.environment);
  const metadata = playground?.serverMetadata;
  if (!metadata) throw new Error('The edge-case server has no description.');
  Object.assign(metadata, { name: long, description: `${turned}\r\nsecond\n\n${long}` });
  Object.assign(environment, { sourceBranch: turned, mcpServerUrl: `command:${long}` });
  await workbench.run('Open Environment', { environmentId: edgeCaseIds.environment });
  const { webview } = workbench;
  await expect(webview.locator('[data-key="refresh"] .codicon:not(.codicon-modifier-spin)')).toBeVisible();
  await expect(webview.getByRole('heading', { level: 1 })).toContainText('<img src=x onerror=alert(1)> / ');
  await expect(webview.locator('img, b, a')).toHaveCount(0);
  await openDetails(workbench);
  await expect(findField(findSection(workbench, 'Details'), 'Branch')).toHaveText('a b c');
  await expect(webview.getByRole('banner').locator('.domains .failed')).toHaveText('failed');
  // A URL that isn't HTTP can't be opened in a browser.
  await webview.getByRole('button', { name: 'More Actions' }).click();
  await expect(webview.getByRole('menuitem', { name: 'Copy MCP Server URL' })).toBeVisible();
  await expect(webview.getByRole('menuitem', { name: 'Open in Browser' })).toHaveCount(0);
  await webview.getByRole('button', { name: 'More Actions' }).press('Escape');
  await expect(findField(findSection(workbench, 'Playground'), 'Description')).toHaveText(
    /^a b c\s+second\s+<b>x+…$/,
  );
  const telemetry = findSection(workbench, 'Telemetry destinations');
  await expect(telemetry).toContainText('https://•••@odd.example.com/v1?api_key=•••');
  await expect(telemetry).toContainText('Authorization plain, but looks like a secret');
  const text = await webview.locator('body').innerText();
  expect(text).not.toMatch(/held9/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there.
  expect(text).not.toMatch(/[\u001b\u202a-\u202e\u2066-\u2069]/);
  expect(Math.max(...text.split(/\n/).map(({ length }) => length))).toBeLessThan(2100);
  expect(workbench.extension.editor.log.join('\n')).not.toContain('held9');
});

test.describe('a service that has the specified operations only', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('shows the available data', async ({ workbench, service }) => {
    const id = findEnvironmentId(service, project, 'production');
    await workbench.run('Open Environment', { environmentId: id });
    await waitUntilRead(workbench, 'production');
    await expect(findSection(workbench, 'Status')).toContainText("can't list deployments");
    // The service has no analytics.
    await expect(findSection(workbench, 'Last 24 hours')).toHaveCount(0);
    await expect(findActions(workbench).first()).toHaveText('Open Runtime Logs');
    await expect(findSection(workbench, 'Telemetry destinations').getByRole('article')).toHaveCount(2);
    await expect(findSection(workbench, 'Playground')).toContainText('The playground is enabled');
    await expect(workbench.webview.locator('.notice')).toHaveCount(0);
  });
});

test('a service without playgrounds and destinations is reported without an error, only if asked for', async ({
  workbench,
  service,
}) => {
  const id = findEnvironmentId(service, project, 'production');
  const path = `^/v1/environments/${id}/(playground|telemetry-destinations)$`;
  service.faults.add({ match: { path }, status: 404, body: 'no such path', contentType: 'text/plain' });
  await openEnvironmentPage(workbench);
  const host = new URL(service.url).host;
  const playground = findSection(workbench, 'Playground');
  const telemetry = findSection(workbench, 'Telemetry destinations');
  await expect(playground).toHaveCount(0);
  await expect(telemetry).toHaveCount(0);
  await runFromMenu(workbench, 'Open Telemetry Destinations');
  await expect(telemetry.locator('.notice.calm')).toContainText(
    `${host} doesn't support telemetry destinations.`,
  );
  await runFromMenu(workbench, 'Open Playground');
  await expect(playground).toContainText(`${host} doesn't support playgrounds.`);
  await expect(playground.getByRole('button')).toHaveCount(0);
  // Refresh sends the request again.
  service.faults.clear();
  await workbench.webview.getByRole('button', { name: 'Refresh' }).click();
  await expect(playground).toContainText('The playground is enabled');
});
