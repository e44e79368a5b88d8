import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { startDeployment } from '../../service/world/deployments.ts';
import { expect, test } from '../fixtures.ts';
import { expectAccessibleInAllThemes } from '../themes.ts';
import type { PageWindow } from '../window.ts';

const deploymentMs = 60_000;

/** Starts a deployment of an environment that takes a minute on the service's clock. */
function start(
  service: SampleService,
  [project, name]: readonly [string, string],
  outcome: 'deployed' | 'failed' | 'canceled',
): string {
  const environment = service.world.environments.get(findEnvironmentId(service, project, name));
  if (!environment) throw new Error(`There is no environment ${name}.`);
  const deployment = startDeployment(service.world, environment);
  service.world.deployments.set(deployment.id, {
    ...deployment,
    durationMs: deploymentMs,
    outcome,
    sourceCommitMessage: 'Convert all temperatures to degrees Celsius before they are cached\n\nWith a body',
  });
  return deployment.id;
}

function writeFiles(folder: string, ...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '');
  }
}

const openLog = (workbench: PageWindow, project: string, environment: string, deploymentId: string) =>
  workbench.runOn({ ...workbench.environment(project, environment), deploymentId }, 'Open Deployment Logs');
const headline = (logs: Page) => logs.getByRole('heading', { level: 1 });
const steps = (logs: Page) => logs.getByRole('list', { name: 'Steps' }).getByRole('button');
const errors = (logs: Page) => logs.getByRole('list', { name: 'Errors' }).getByRole('listitem');
const actions = (logs: Page) => logs.getByRole('group', { name: 'Actions' }).getByRole('button');

test.describe('the result of a deployment', () => {
  test('shows a failure: its steps, its errors with their lines and files, and what to do', async ({
    workbench,
    service,
    folder,
    page,
  }) => {
    writeFiles(folder, 'src/forecast.ts');
    const id = start(service, ['weather-tools', 'staging'], 'failed');
    service.clock.advance(deploymentMs);
    await openLog(workbench, 'weather-tools', 'staging', id);
    const { logs } = workbench;
    await expect(headline(logs)).toHaveText('Failed after 1 min 0 s');
    await expect(workbench.tab('Convert all temperatures to degrees Cels… (staging)')).toBeSelected();
    await expect(logs.locator('.facts')).toContainText('weather-tools/staging · develop · ');
    await expect(logs.locator('.facts')).toContainText(' · octo-dev');
    for (const [index, name] of ['Clone 6 s, done', 'Install 12 s, done', 'Build 42 s, failed'].entries())
      await expect(steps(logs).nth(index)).toHaveAccessibleName(name);
    await expect(errors(logs)).toHaveCount(4);
    await expect(errors(logs).first()).toContainText("Type 'string' is not assignable to type 'number'.");
    // Only one of the files exists.
    await expect(actions(logs)).toHaveText([
      ...['Open forecast.ts:12', 'Deploy Again', 'Edit Variables', 'Explain with Chat'],
    ]);
    await expect(actions(logs).first()).toHaveClass(/\bprimary\b/);
    await expect(logs.locator('.action.primary')).toHaveCount(1);
    // Neither the histogram nor a result in the status line.
    await expect(logs.locator('.histogram svg, .ended')).toHaveCount(0);
    await expect(logs.getByRole('button', { name: 'Show Entries over Time (H)' })).toHaveCount(0);
    await expectAccessibleInAllThemes(page);

    const link = logs.getByRole('button', { name: 'src/forecast.ts:12:7' });
    await expect(link).toBeVisible();
    await expect(logs.locator('.position')).toHaveCount(1);
    await expect(link).toContainText("Type 'string' is not assignable to type 'number'.");
    await link.hover();
    await expect(link.locator('.error-text')).toHaveCSS('text-decoration-line', 'underline');
    await expect(link).toHaveCSS('cursor', 'pointer');
    await errors(logs).first().getByRole('button', { name: 'Go to this line' }).click();
    await expect(logs.locator('.row[aria-selected="true"]')).toContainText('src/forecast.ts(12,7)');
    await actions(logs).first().click();
    const { shownDocuments } = workbench.extension.editor;
    await expect.poll(() => shownDocuments).toHaveLength(1);
    await link.press('Enter');
    await expect.poll(() => shownDocuments).toHaveLength(2);
    expect(String(shownDocuments[0]?.document)).toBe(`file://${folder}/src/forecast.ts`);
    expect(shownDocuments[0]?.selection).toMatchObject({ line: 11, character: 6 });
    await actions(logs).last().click();
    const { executedCommands } = workbench.extension.editor;
    const listPrompts = () =>
      executedCommands.filter(({ command }) => command === 'workbench.action.chat.open');
    await expect.poll(() => JSON.stringify(listPrompts())).toContain(id);
  });

  test('leads to the line of an error or a step, even if a filter hides it', async ({
    workbench,
    service,
  }) => {
    const id = start(service, ['weather-tools', 'staging'], 'failed');
    service.clock.advance(deploymentMs);
    await openLog(workbench, 'weather-tools', 'staging', id);
    const { logs } = workbench;
    const selected = logs.locator('.row[aria-selected="true"]');
    await logs.locator('input').fill('vulnerabilities');
    await expect(logs.locator('.row')).toHaveCount(1);
    await errors(logs).first().getByRole('button').first().press('Enter');
    await expect(selected).toContainText('src/forecast.ts(12,7): error TS2322');
    await expect(selected).toHaveClass(/\berror\b/);
    await expect(logs.locator('.grid')).toBeFocused();
    await steps(logs).nth(1).click();
    await expect(selected).toContainText('> npm ci');
    // The keys for errors use the summary, because the entries have no levels.
    await logs.locator('.grid').press('e');
    await expect(selected).toContainText('src/forecast.ts(12,7)');
    await logs.locator('.grid').press('e');
    await expect(selected).toContainText('src/tools/alerts.ts(40,15)');
    await logs.locator('.grid').press('E');
    await expect(selected).toContainText('src/forecast.ts(12,7)');
  });

  test('grows while the deployment runs, and then offers what to do with the server', async ({
    workbench,
    service,
  }) => {
    const id = start(service, ['weather-tools', 'staging'], 'deployed');
    await openLog(workbench, 'weather-tools', 'staging', id);
    const { logs } = workbench;
    await expect(headline(logs)).toHaveText('Deploying');
    await expect(steps(logs)).toHaveCount(1);
    await expect(steps(logs)).toHaveAccessibleName(/^Clone \d+ s, running$/);
    await expect(actions(logs)).toHaveCount(0);
    service.clock.advance(deploymentMs / 2);
    await expect(steps(logs)).toHaveCount(3);
    await expect(steps(logs).nth(2)).toHaveAccessibleName(/^Build \d+ s, running$/);
    service.clock.advance(deploymentMs / 2);
    await expect(headline(logs)).toHaveText('Deployed in 1 min 0 s');
    await expect(logs.locator('.step')).toHaveText([/Clone/, /Install/, /Build/, /Upload/, /Start\s*12 s/]);
    await expect(errors(logs)).toHaveCount(0);
    await expect(actions(logs)).toHaveText(['Inspect Server', 'Copy URL', 'Run Audit']);
    await actions(logs).nth(1).click();
    const id2 = findEnvironmentId(service, 'weather-tools', 'staging');
    await expect.poll(() => logs.evaluate(() => navigator.clipboard.readText())).toContain(`/mcp/${id2}`);
  });

  test('finds the code of the project in a traceback, and fits into 300 pixels', async ({
    workbench,
    service,
    folder,
    page,
  }) => {
    writeFiles(folder, 'services/billing/src/billing_mcp/money.py', 'src/billing_mcp/server.py');
    const id = start(service, ['billing-mcp', 'staging'], 'failed');
    service.clock.advance(deploymentMs);
    await page.setViewportSize({ width: 300, height: 700 });
    await openLog(workbench, 'billing-mcp', 'staging', id);
    const { logs } = workbench;
    await expect(steps(logs).last()).toHaveAccessibleName('Start 15 s, failed');
    await expect(errors(logs).first()).toContainText("AttributeError: module 'decimal'");
    // The innermost call is first, but its file isn't at the same place in the folder.
    await expect(logs.locator('.position')).toHaveText('src/billing_mcp/server.py:8');
    expect(await logs.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(300);
    await expect(logs.locator('.row').last()).toBeInViewport();
  });
});
