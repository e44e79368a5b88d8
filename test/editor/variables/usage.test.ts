import { linkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { serverSources } from '../../kit/serverSources.ts';
import { listServiceVariables } from '../../kit/serviceVariables.ts';
import { expect, test } from '../fixtures.ts';
import { addStagingById, addVariableById } from '../kit/variableRows.ts';

const project = 'weather-tools';
const command = 'Find Missing Variables';

test.describe('missing keys of the sources of a workspace', () => {
  test.use({ sources: serverSources });

  test('are found, and added to the document of variables, ready to be filled in', async ({
    workbench,
    service,
  }) => {
    await workbench.row(project).click();
    service.requests.clear();
    await workbench.runOn(workbench.environment(project, 'staging'), command);
    // LOG_LEVEL and FORECAST_API_KEY exist. Code of dependencies and large files aren't searched.
    const keys = ['CITY_TOKEN', 'HTTP_PORT', 'REPORT_MODE', 'TEMPLATE_ONLY'];
    await expect(workbench.item('')).toHaveText(keys.map((key) => new RegExp(`^${key}`)));
    await expect(workbench.item('HTTP_PORT')).toContainText('src/server.js:3');
    await expect(workbench.inputPlaceholder).toHaveText(/1 file wasn't searched\.$/);

    for (const key of ['CITY_TOKEN', 'REPORT_MODE']) await workbench.item(key).click();
    await workbench.input.press('Enter');
    await expect(workbench.dirtyTabs).toHaveText(['weather-tools staging.env']);
    await expect(workbench.text).toContainText('CITY_TOKEN= # secret');
    await expect(workbench.text).not.toContainText('HTTP_PORT');
    // The cursor is at the first value, and Tab moves to the next one.
    await vscode.commands.executeCommand('type', { text: 'first-marker' });
    await expect(workbench.text).toContainText('CITY_TOKEN=first-marker # secret');
    await vscode.commands.executeCommand('jumpToNextSnippetPlaceholder');
    await vscode.commands.executeCommand('type', { text: 'weekly' });
    await expect(workbench.text).toContainText('REPORT_MODE=weekly');
    expect(listServiceVariables(service).map(({ key }) => key)).not.toContain('CITY_TOKEN');
    expect(service.requests.list().filter(({ method }) => method !== 'GET')).toEqual([]);

    await test.step('adds no line for a key that has one', async () => {
      await workbench.runOn(workbench.environment(project, 'staging'), command);
      for (const key of ['CITY_TOKEN', 'HTTP_PORT']) await workbench.item(key).click();
      await workbench.input.press('Enter');
      await expect(workbench.text).toContainText('HTTP_PORT=');
      expect((await workbench.text.innerText()).match(/CITY_TOKEN/g)).toHaveLength(1);
    });

    await vscode.commands.executeCommand('type', { text: '8080' });
    await workbench.save();
    await expect(workbench.dialog).toContainText('Add (3): CITY_TOKEN (secret), REPORT_MODE, HTTP_PORT');
    await workbench.dialog.getByRole('button', { name: 'Apply' }).click();
    await expect
      .poll(() => listServiceVariables(service))
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ key: 'CITY_TOKEN', value: 'first-marker', isSecret: true }),
          expect.objectContaining({ key: 'REPORT_MODE', value: 'weekly', isSecret: false }),
          expect.objectContaining({ key: 'HTTP_PORT', value: '8080', isSecret: false }),
        ]),
      );
  });
});

test.describe('on a service that does not list variables, missing keys', () => {
  test.use({ sources: serverSources, serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('are compared with your list, and can be copied', async ({ workbench, service }) => {
    const secret = listServiceVariables(service).find(({ key }) => key === 'FORECAST_API_KEY');
    if (!secret) throw new Error('The sample lacks this secret.');
    const environment = await addStagingById(workbench, service);
    await addVariableById(workbench, environment, secret);
    service.requests.clear();
    await workbench.runOn(environment, command);
    const keys = ['CITY_TOKEN', 'HTTP_PORT', 'LOG_LEVEL', 'REPORT_MODE', 'TEMPLATE_ONLY'];
    await expect(workbench.item('')).toHaveCount(keys.length);
    await expect(workbench.inputPlaceholder).toHaveText(/can't create variables/);
    for (const key of ['HTTP_PORT', 'LOG_LEVEL']) await workbench.item(key).click();
    await workbench.input.press('Enter');
    await expect.poll(() => workbench.clipboard()).toBe('HTTP_PORT\nLOG_LEVEL');
    await expect(workbench.tab('staging.env')).toHaveCount(0);
    expect(service.requests.list().filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

test.describe('a search without missing keys', () => {
  test.use({ sources: { 'a.js': 'const { env } = process;\nenv.LOG_LEVEL;\n' } });

  test('reports the found keys and the searched files', async ({ workbench }) => {
    await workbench.row(project).click();
    await workbench.runOn(workbench.environment(project, 'staging'), command);
    const text =
      /^No missing variables .* the 1 key found in 1 file\. The search finds only keys .* literally/;
    await expect(workbench.notification(text)).toBeVisible();
  });
});

test.describe('a search of a workspace with many files', () => {
  test('can be canceled', async ({ workbench, folder }) => {
    // A text with many names, which can't all be read before the test ends.
    const text = 'const a = process.env.SLOWLY_FOUND; /* … */ const { B_1 = {} } = process.env;\n';
    const first = join(folder, 'source-0.js');
    writeFileSync(first, text.repeat(Math.floor((1024 * 1024) / text.length)));
    for (let index = 1; index < 4900; index += 1) linkSync(first, join(folder, `source-${index}.js`));
    await workbench.row(project).click();
    await workbench.runOn(workbench.environment(project, 'staging'), command);
    const progress = workbench.notification('Searching this workspace');
    // The progress shows that the search is still running.
    await expect(progress).toContainText(/\d+ of 4,900 files/);
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await expect(progress).toHaveCount(0);
    await expect(workbench.notification('')).toHaveCount(0);
    await expect(workbench.input).toBeHidden();
  });
});
