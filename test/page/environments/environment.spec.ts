import { findEnvironmentId } from '../../kit/sample.ts';
import { startDeployment } from '../../service/world/deployments.ts';
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

test('an environment has one page for its facts, deployment, destinations, and playground', async ({
  workbench,
  service,
  page,
}) => {
  await openEnvironmentPage(workbench);
  const { webview } = workbench;
  const id = findEnvironmentId(service, project, 'production');
  await expect(workbench.tab(/^[\w-]+\/production$/)).toBeSelected();
  const head = webview.getByRole('banner');
  await expect(head).toContainText(project);
  await expect(head.locator('.badge')).toHaveCount(0);
  await expect(head.locator('.status')).toHaveText('Deployed 2 hours ago');
  await expect(findActions(workbench)).toHaveText(['Open Runtime Logs', 'Inspect Server', 'Deploy', '']);
  await expect(findActions(workbench).first()).toHaveClass(/primary/);
  await expect(webview.locator('.primary')).toHaveCount(1);

  const url = `${service.url}/mcp/${id}`;
  await expect(head.locator('.address > div code')).toHaveText(url);
  // A narrow page breaks the URL before a part of its path.
  await expect(head.locator('.address > div code wbr')).toHaveCount(2);
  const domains = head.getByRole('list', { name: 'Domains' }).getByRole('listitem');
  const domain = domains.filter({ hasText: 'weather.example.com' });
  await expect(domain).toHaveText('weather.example.combeing set up');
  await head.getByRole('button', { name: 'Copy MCP Server URL' }).click();
  await expect(webview.getByRole('status')).toHaveText('Copied');
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(clipboard).toBe(url);
  await domain.getByRole('button', { name: 'Copy Domain: weather.example.com' }).click();
  await expect.poll(clipboard).toBe('weather.example.com');

  const status = findSection(workbench, 'Status');
  await expect(status.locator('.subject')).toHaveText('Cache forecasts for ten minutes');
  await expect(status.locator('.facts li')).toHaveText([
    /^Commit: [0-9a-f]{7}$/,
    'Branch: main',
    'Author: ci-bot',
    'Duration: 48 s',
  ]);

  const details = findSection(workbench, 'Details');
  await expect(details.getByRole('button')).toHaveCount(0);
  await openDetails(workbench);
  await expect(findField(details, 'Created').locator('time')).toBeVisible();
  await expect(findField(details, 'Environment ID')).toHaveText(id);
  // The status has the same branch.
  await expect(findField(details, 'Branch')).toHaveCount(0);
  await details.getByRole('button', { name: 'Copy Environment ID' }).click();
  await expect.poll(clipboard).toBe(id);

  const telemetry = findSection(workbench, 'Telemetry destinations');
  const traces = telemetry.getByRole('article', { name: 'Traces to traces.example.com/v1/traces' });
  // Problems come first.
  await expect(telemetry.getByRole('article').first()).toContainText('suspended');
  await expect(telemetry).toContainText('1 of 2 suspended');
  await expect(traces.locator('summary')).toContainText('suspended · the receiver rejected the credentials');
  await expect(traces.getByText('Get a valid key or token')).toBeVisible();
  // The next step after each remedy is above the list, with a link to the web dashboard.
  const reactivation = telemetry.getByText('reactivate the destination');
  await expect(reactivation).toHaveCount(1);
  await expect(reactivation.getByRole('button', { name: 'Open Web Dashboard' })).toBeVisible();
  const [above, list] = [reactivation, telemetry.locator('.destinations')].map((part) => part.boundingBox());
  expect((await above)?.y).toBeLessThan((await list)?.y ?? 0);
  const logs = telemetry.getByRole('article', { name: 'Logs to otlp.example.com/v1/logs' });
  await expect(logs).toContainText('active');
  // Technical facts are folded.
  await expect(findField(traces, 'Endpoint')).toBeHidden();
  await expect(findField(logs, 'Destination ID')).toBeHidden();
  await expect(findField(logs, 'Headers')).toBeHidden();
  await logs.locator('summary').click();
  await expect(findField(logs, 'Headers').locator('li')).toHaveText(['x-api-key secret', 'x-dataset plain']);
  // The page shows only the name of a header.
  await expect(logs.getByText('weather', { exact: true })).toHaveCount(0);

  const playground = findSection(workbench, 'Playground');
  await expect(playground).toContainText(
    /The playground is enabled.*Edit Playground.*Disable Playground.*Name/s,
  );
  await expect(findField(playground, 'Description')).toHaveText('Forecasts and alerts for cities.');
  await expect(findField(playground, 'Headers').locator('li').first()).toContainText('x-units optional');
  await playground.getByRole('button', { name: 'Copy Example Prompt: Weekend' }).click();
  await expect.poll(clipboard).toBe('Will it rain in Oslo on Saturday?');
  await playground.getByRole('button', { name: 'Try in Chat: Weekend' }).click();
  await expect
    .poll(() => workbench.extension.editor.executedCommands)
    .toContainEqual({
      command: 'workbench.action.chat.open',
      args: [{ query: 'Will it rain in Oslo on Saturday?', isPartialQuery: true }],
    });
  const offer = workbench.notification("doesn't use the MCP server of weather-tools/production yet");
  await expect(offer.getByRole('button', { name: 'Use in Chat' })).toBeVisible();

  // Opening the page again shows the same tab.
  await workbench.runOn(workbench.environment(project, 'production'), 'Open Environment');
  await expect(workbench.tab('weather-tools/production')).toHaveCount(1);
  await findActions(workbench).first().click();
  await expect(workbench.tab(`Logs: ${project}/production`)).toBeSelected();
});

test('its head shows failures and running deployments, and the most important action', async ({
  workbench,
  service,
}) => {
  const { webview } = workbench;
  await openEnvironmentPage(workbench, 'billing-mcp');
  const status = webview.getByRole('banner').locator('.status');
  await expect(status).toHaveText(/^Failed .* ago$/);
  await expect(status.locator('.codicon-error')).toBeVisible();
  await expect(findActions(workbench).first()).toHaveText('Open Deployment Logs');
  await expect(findActions(workbench).first().locator('.codicon-package')).toHaveCount(1);
  const error = await webview
    .locator('body')
    .evaluate((body) => getComputedStyle(body).getPropertyValue('--vscode-errorForeground'));
  expect(rgb(error)).toBe(await status.evaluate((one) => getComputedStyle(one).color));
  await findActions(workbench).first().click();
  await expect(workbench.tab('Round amounts half to even (production)')).toBeSelected();

  // Two environments with the same name have different titles.
  await openEnvironmentPage(workbench);
  await expect(workbench.tab(/^[\w-]+\/production$/)).toHaveCount(2);
  await expect(workbench.tab('weather-tools/production')).toBeSelected();

  // A problem further down is mentioned at the top, with a link to it.
  await webview.getByRole('button', { name: '1 telemetry destination is suspended.' }).click();
  const telemetry = webview.getByRole('heading', { name: 'Telemetry destinations' });
  await expect(telemetry).toBeFocused();
  await expect(telemetry).toBeInViewport();
  await expect(telemetry).toHaveCSS('border-inline-start-style', 'solid');

  const quiet = service.world.environments.get(findEnvironmentId(service, 'docs-search', 'quiet'));
  quiet?.deploymentIds.splice(0);
  await openEnvironmentPage(workbench, 'docs-search', 'quiet');
  await expect(status).toHaveText('Not deployed yet');
  await expect(findActions(workbench).first()).toHaveText('Deploy');
});

test('it updates automatically: a deployment, variables, the playground', async ({ workbench, service }) => {
  await openEnvironmentPage(workbench, project, 'staging');
  const { webview } = workbench;
  const changed = webview.getByRole('banner').locator('.changed');
  await expect(changed).toHaveCount(0);
  const given = workbench.environment(project, 'staging');
  const added = { key: 'ADDED_LATER', value: 'sample-held-value', isSecret: true };
  await workbench.run('Add Variable...', { ...given, ...added, isSecret: true });
  await expect(changed).toContainText('1 variable was changed. Redeploy to apply the change.');
  await expect(changed.getByRole('listitem')).toHaveText('ADDED_LATER');
  await expect(webview.locator('body')).not.toContainText('sample-held-value');
  await expect(findActions(workbench).first()).toHaveText('Deploy');

  service.requests.clear();
  await findActions(workbench).first().click();
  await workbench.dialog.getByRole('button', { name: /^Deploy/ }).click();
  const status = webview.getByRole('banner').locator('.status');
  await expect(status).toHaveText('Deploying...');
  await expect(findActions(workbench).first()).toHaveText('Open Deployment Logs');
  service.clock.advance(31_000);
  await expect(status).toHaveText(/^Deployed /);
  await expect(changed).toHaveCount(0);
  await expect(findActions(workbench).first()).toHaveText('Open Runtime Logs');

  const playground = findSection(workbench, 'Playground');
  await expect(playground).toHaveCount(0);
  await runFromMenu(workbench, 'Open Playground');
  await expect(playground).toContainText('This server has no description yet.');
  // The section is at the top, although it's the last one.
  await expect.poll(async () => (await playground.boundingBox())?.y).toBeLessThan(50);
  await playground.getByRole('button', { name: 'Enable Playground' }).click();
  await expect(playground).toContainText('The playground is enabled');
  await playground.getByRole('button', { name: 'Disable Playground' }).click();
  await expect(playground).toContainText('The playground is disabled');
});

test('its menu has what has no rows in the tree: intent categories, and the MCP Registry for production', async ({
  workbench,
}) => {
  await openEnvironmentPage(workbench);
  await runFromMenu(workbench, 'Create Intent Category...');
  await expect(workbench.inputMessage).toContainText('name for the intent category');
  await workbench.input.press('Escape');
  await runFromMenu(workbench, 'Publish to MCP Registry...');
  await expect(workbench.input).toBeVisible();
  await workbench.input.press('Escape');
  await openEnvironmentPage(workbench, project, 'staging');
  await workbench.webview.getByRole('button', { name: 'More Actions' }).click();
  await expect(workbench.webview.getByRole('menuitem', { name: 'Create Intent' })).toBeVisible();
  await expect(workbench.webview.getByRole('menuitem', { name: 'Publish' })).toHaveCount(0);
});

test('a deployment of another user appears after Refresh, and is followed to its end', async ({
  workbench,
  service,
}) => {
  await openEnvironmentPage(workbench, project, 'staging');
  const environment = service.world.environments.get(findEnvironmentId(service, project, 'staging'));
  if (environment) startDeployment(service.world, environment);
  await workbench.webview.getByRole('button', { name: 'Refresh' }).click();
  const status = workbench.webview.getByRole('banner').locator('.status');
  await expect(status).toHaveText('Deploying...');
  await expect(workbench.webview.getByRole('button', { name: 'Refresh' })).toBeFocused();
  service.clock.advance(31_000);
  await expect(status).toHaveText(/^Deployed /);
});

test('opens at the section of a command, and keeps it in view while others load', async ({
  workbench,
  service,
}) => {
  const id = findEnvironmentId(service, project, 'production');
  service.faults.add({ match: { path: `^/v1/environments/${id}$` }, delayMs: 1500, times: 1 });
  await workbench.page.setViewportSize({ width: 700, height: 400 });
  await workbench.runOn(workbench.environment(project, 'production'), 'Open Telemetry Destinations');
  await waitUntilRead(workbench, 'production');
  const heading = (name: string) => workbench.webview.getByRole('heading', { name, exact: true });
  await expect(heading('Telemetry destinations')).toBeFocused();
  await expect(heading('Telemetry destinations')).toBeInViewport();
  await workbench.runOn(workbench.environment(project, 'production'), 'Open Playground');
  await expect(heading('Playground')).toBeFocused();
  await expect(heading('Playground')).toBeInViewport();
  await expect(workbench.tab('weather-tools/production')).toHaveCount(1);
});

test('explains what a destination is if there are none', async ({ workbench, service }) => {
  const environmentId = findEnvironmentId(service, project, 'staging');
  await workbench.run('Open Telemetry Destinations', { environmentId });
  await expect(workbench.webview.getByText('A destination is an OTLP receiver')).toBeVisible();
});

test('explains every reason for which a destination can fail', async ({ workbench }) => {
  await workbench.run('Open Telemetry Destinations', { environmentId: edgeCaseIds.environment });
  const telemetry = findSection(workbench, 'Telemetry destinations');
  await expect(telemetry.getByRole('article')).toHaveCount(22);
  const reasons = [
    'the receiver rejected the credentials',
    'the receiver has no endpoint at this path',
    "the receiver doesn't support this protocol",
    'the receiver rejected the data as invalid',
    'the receiver accepted part of the data and rejected the rest',
    'the service blocks exports to this address',
    "the receiver didn't respond in time",
    "the receiver can't be reached",
    'the receiver had an internal error',
    'the receiver returned an unexpected status',
  ];
  // Suspended destinations come first.
  const suspended = [...reasons, "the service didn't report a reason"].map(
    (reason) => `suspended · ${reason}`,
  );
  await expect(telemetry.locator('.suspended .destination-status')).toHaveText(suspended);
  await expect(telemetry.locator('.remedy')).toHaveCount(11);
  await expect(findField(telemetry, 'Last failure')).toHaveText(reasons);
  await expect(findField(telemetry, 'What to do')).toHaveCount(10);
  await expect(telemetry.getByText('reactivate the destination')).toHaveCount(1);
});

test('is restored with the editor, at the same position', async ({ workbench }) => {
  await workbench.page.setViewportSize({ width: 700, height: 400 });
  await openEnvironmentPage(workbench);
  const playground = findSection(workbench, 'Playground').getByRole('heading', {
    name: 'Playground',
    exact: true,
  });
  await playground.scrollIntoViewIfNeeded();
  await expect(playground).toBeInViewport();
  await workbench.reloadWithEditors();
  await waitUntilRead(workbench, 'production');
  await expect(workbench.tab(/^[\w-]+\/production$/)).toBeSelected();
  await expect(playground).toBeInViewport();
});

function rgb(color: string): string {
  const [red, green, blue] =
    /^#(..)(..)(..)/
      .exec(color)
      ?.slice(1)
      .map((part) => Number.parseInt(part, 16)) ?? [];
  return `rgb(${red}, ${green}, ${blue})`;
}
