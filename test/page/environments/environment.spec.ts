import { findEnvironmentId } from '../../kit/sample.ts';
import { startDeployment } from '../../service/world/deployments.ts';
import { edgeCaseIds } from '../../service/world/edgeCaseProjects.ts';
import { expect, test } from '../fixtures.ts';
import {
  findActions,
  findField,
  findSection,
  openEnvironmentPage,
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
  await expect(head.locator('.production .codicon')).toBeVisible();
  await expect(head.locator('.production')).toHaveText('Production');
  await expect(head.locator('.status')).toHaveText('Deployed 2 hours ago');
  await expect(findActions(workbench)).toHaveText([
    'Open Latest Logs',
    'Deploy',
    'Edit Variables',
    'Run Audit...',
    'Copy MCP Server URL',
    'Open in Browser',
    'Open Analytics',
    'Refresh',
  ]);
  await expect(findActions(workbench).first()).toHaveClass(/primary/);

  const about = findSection(workbench, 'Environment');
  const url = `${service.url}/mcp/${id}`;
  await expect(findField(about, 'MCP server URL')).toHaveText(url);
  await expect(findField(about, 'Domains')).toContainText('weather.example.com · being set up');
  await expect(findField(about, 'Branch')).toHaveText('main');
  await expect(findField(about, 'Created').locator('time')).toBeVisible();
  await expect(findField(about, 'Environment ID')).toHaveText(id);
  await about.getByRole('button', { name: 'Copy MCP Server URL' }).click();
  await expect(webview.getByRole('status')).toHaveText('Copied');
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(clipboard).toBe(url);
  await about.getByRole('button', { name: 'Copy Environment ID' }).click();
  await expect.poll(clipboard).toBe(id);

  const deployment = findSection(workbench, 'Latest deployment');
  await expect(deployment).toContainText('Deployed 2 hours ago');
  await expect(deployment).toContainText('Cache forecasts for ten minutes');
  await expect(findField(deployment, 'Author')).toHaveText('ci-bot');
  await expect(findField(deployment, 'Commit')).toHaveText(/^[0-9a-f]{7}$/);
  await expect(findField(deployment, 'Duration')).toHaveText('48 s');

  const telemetry = findSection(workbench, 'Telemetry destinations');
  const traces = telemetry.getByRole('article', { name: 'Traces to traces.example.com/v1/traces' });
  // Problems come first.
  await expect(telemetry.getByRole('article').first()).toContainText('suspended');
  await expect(findField(traces, 'Reason')).toHaveText('the receiver rejected the credentials');
  await expect(findField(traces, 'What to do')).toContainText('Get a valid key or token');
  await expect(findField(traces, 'What to do')).toContainText('reactivate this destination');
  const logs = telemetry.getByRole('article', { name: 'Logs to otlp.example.com/v1/logs' });
  await expect(logs).toContainText('active');
  await expect(findField(logs, 'Headers').locator('li')).toHaveText(['x-api-key secret', 'x-dataset plain']);
  // The page shows only the name of a header.
  await expect(logs.getByText('weather', { exact: true })).toHaveCount(0);

  const playground = findSection(workbench, 'Playground');
  await expect(playground).toContainText('The playground is enabled');
  await expect(findField(playground, 'Description')).toHaveText('Forecasts and alerts for cities.');
  await expect(findField(playground, 'Headers').locator('li').first()).toContainText('x-units optional');
  await playground.getByRole('button', { name: 'Copy Example Prompt: Weekend' }).click();
  await expect.poll(clipboard).toBe('Will it rain in Oslo on Saturday?');

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
  const error = await webview
    .locator('body')
    .evaluate((body) => getComputedStyle(body).getPropertyValue('--vscode-errorForeground'));
  const color = (words: string) =>
    findSection(workbench, 'Latest deployment')
      .getByText(words)
      .first()
      .evaluate((one) => getComputedStyle(one).color);
  expect(rgb(error)).toBe(await color('Failed'));
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
  await expect(telemetry).toHaveCSS('outline-style', 'solid');

  const quiet = service.world.environments.get(findEnvironmentId(service, 'docs-search', 'quiet'));
  quiet?.deploymentIds.splice(0);
  await openEnvironmentPage(workbench, 'docs-search', 'quiet');
  await expect(status).toHaveText('Not deployed yet');
  await expect(findActions(workbench).first()).toHaveText('Deploy');
});

test('it updates automatically: a deployment, variables, the playground', async ({ workbench, service }) => {
  await openEnvironmentPage(workbench, project, 'staging');
  const { webview } = workbench;
  const variables = findSection(workbench, 'Changed variables');
  await expect(variables).toContainText('No variables have been changed');
  const given = workbench.environment(project, 'staging');
  const added = { key: 'ADDED_LATER', value: 'sample-held-value', isSecret: true };
  await workbench.run('Add Variable...', { ...given, ...added, isSecret: true });
  await expect(variables).toContainText('ADDED_LATER');
  await expect(variables).toContainText('Redeploy');
  const note = webview.getByRole('banner').getByText('1 variable was changed');
  await expect(note).toBeVisible();
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
  await expect(variables).toContainText('No variables have been changed');
  await expect(note).toHaveCount(0);
  await expect(findActions(workbench).first()).toHaveText('Open Latest Logs');

  const playground = findSection(workbench, 'Playground');
  await expect(playground).toContainText('This server has no description yet.');
  await playground.getByRole('button', { name: 'Enable Playground' }).click();
  await expect(playground).toContainText('The playground is enabled');
  await playground.getByRole('button', { name: 'Disable Playground' }).click();
  await expect(playground).toContainText('The playground is disabled');
});

test('offers what has no rows in the tree: intent categories, and the MCP Registry for production', async ({
  workbench,
}) => {
  await openEnvironmentPage(workbench);
  const intents = findSection(workbench, 'Intent categories');
  await intents.getByRole('button', { name: 'Create Intent Category...' }).click();
  await expect(workbench.inputMessage).toContainText('name for the intent category');
  await workbench.input.press('Escape');
  await findSection(workbench, 'MCP Registry')
    .getByRole('button', { name: 'Publish to MCP Registry...' })
    .click();
  await expect(workbench.input).toBeVisible();
  await workbench.input.press('Escape');
  await openEnvironmentPage(workbench, project, 'staging');
  await expect(findSection(workbench, 'Intent categories')).toBeVisible();
  await expect(findSection(workbench, 'MCP Registry')).toHaveCount(0);
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
  await expect(findField(telemetry, 'Reason')).toHaveText([...reasons, "the service didn't report a reason"]);
  await expect(findField(telemetry, 'Last failure')).toHaveText(reasons);
  await expect(findField(telemetry, 'What to do')).toHaveCount(21);
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
