import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { FakeLocator } from '../../kit/fakeLocator.ts';
import { findServicePlayground, formatPlaygroundDocument } from '../../kit/playground.ts';
import { findEnvironmentId } from '../../kit/sample.ts';
import { listServiceVariables } from '../../kit/serviceVariables.ts';
import { expect, test } from '../fixtures.ts';
import { findTreeRow, listRequestPaths, openEnvironment } from '../kit/environmentGroups.ts';
import type { HostWindow } from '../window.ts';

const project = 'weather-tools';
const group = (workbench: HostWindow, name = 'production') =>
  findTreeRow(workbench, new RegExp(`^Playground of ${name}`));
const clipboard = (workbench: HostWindow) => workbench.clipboard();

test.describe('the playground of an environment', () => {
  test('shows its status, description, and hostile texts, and explains why it cannot be read', async ({
    workbench,
    service,
  }) => {
    await test.step('shows whether it is enabled, and its description', async () => {
      await openEnvironment(workbench, project, 'production');
      await expect(group(workbench)).toHaveAccessibleName('Playground of production, enabled');
      await group(workbench).click();
      await expect(workbench.row('Forecasts and alerts for cities.')).toContainText('Weather tools');
      await expect(findTreeRow(workbench, 'Header x-weather-key, required, secret')).toBeVisible();
      await expect(findTreeRow(workbench, 'Header x-units, optional')).toBeVisible();
      expect(listRequestPaths(service, '/playground')).toEqual(['GET']);

      const prompt = findTreeRow(workbench, 'Example prompt Weekend: Will it rain in Oslo on Saturday?');
      await workbench.runOn(prompt, 'Copy Example Prompt');
      await expect.poll(() => clipboard(workbench)).toBe('Will it rain in Oslo on Saturday?');
      await prompt.click();
      await expect(workbench.tab(/\/production$/)).toBeSelected();
    });

    await test.step('explains below its row why it cannot be read, with remedies', async () => {
      const docs = findEnvironmentId(service, 'docs-search', 'production');
      const path = `/v1/environments/${docs}/playground`;
      service.faults.add({ match: { path }, status: 404 });
      await workbench.row(project).click();
      await expect(group(workbench)).toHaveCount(0);
      service.world.playgrounds.set(docs, findServicePlayground(service));
      await openEnvironment(workbench, 'docs-search', 'production');
      await group(workbench).click();
      await expect(workbench.row('the ID is wrong')).toBeVisible();
      await expect(workbench.notification('')).toHaveCount(0);
      service.faults.clear();
      await workbench.row('Try Again').click();
      await expect(workbench.row('Forecasts and alerts for cities.')).toBeVisible();
      await expect(group(workbench)).toContainText('enabled');
    });
  });

  test('is enabled and disabled, with a confirmation for production; a lost response is resolved', async ({
    workbench,
    service,
  }) => {
    const environment = workbench.environment(project, 'production');
    await test.step('is enabled and disabled after a confirmation in production', async () => {
      await openEnvironment(workbench, project, 'production');
      await expect(group(workbench)).toContainText('enabled');
      await workbench.runOn(group(workbench), 'Disable Playground');
      const { dialog } = workbench;
      await expect(dialog).toContainText('Disable the playground of weather-tools/production?');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toHaveCount(0);
      expect(findServicePlayground(service).isPlaygroundEnabled).toBe(true);
      await workbench.runOn(group(workbench), 'Disable Playground');
      await dialog.getByRole('button', { name: 'Disable Playground' }).click();
      // A disabled playground has no row. The menu of its environment can enable it.
      await expect(group(workbench)).toHaveCount(0);
      expect(findServicePlayground(service).isPlaygroundEnabled).toBe(false);
      expect(findServicePlayground(service).serverMetadata?.name).toBe('Weather tools');
      await workbench.runOn(environment, 'Enable Playground');
      await expect(dialog).toContainText('Enable the playground of weather-tools/production?');
      await dialog.getByRole('button', { name: 'Enable Playground' }).click();
      await expect(group(workbench)).toHaveAccessibleName('Playground of production, enabled');
      expect(findServicePlayground(service).isPlaygroundEnabled).toBe(true);
      expect(listRequestPaths(service, '/playground').filter((method) => method === 'PUT')).toHaveLength(2);
      expect(await workbench.menuOf(environment)).not.toContain('Enable Playground');
    });

    await test.step('reads the service if the response to a change is lost, and sends the change once', async () => {
      const change = async (title: string, row = environment): Promise<void> => {
        await workbench.runOn(row, title);
        await workbench.dialog.getByRole('button', { name: title }).click();
      };
      service.requests.clear();
      service.faults.add({ match: { method: 'PUT' }, drop: 'afterWork', times: 1 });
      await change('Disable Playground', group(workbench));
      await expect(group(workbench)).toHaveCount(0);
      await expect(workbench.notification("Can't reach")).toHaveCount(0);

      service.faults.add({ match: { method: 'PUT' }, drop: 'beforeAnswer', times: 1 });
      await change('Enable Playground');
      await expect(workbench.notification("Can't reach")).toBeVisible();
      expect(findServicePlayground(service).isPlaygroundEnabled).toBe(false);
      await expect(group(workbench)).toHaveCount(0);
      expect(listRequestPaths(service, '/playground').filter((method) => method === 'PUT')).toHaveLength(2);
    });

    await test.step('is enabled immediately in another environment, with Undo', async () => {
      const enabled = () => findServicePlayground(service, project, 'staging').isPlaygroundEnabled;
      service.world.playgrounds.set(findEnvironmentId(service, project, 'staging'), {
        isPlaygroundEnabled: false,
        serverMetadata: null,
      });
      await workbench.clearNotifications();
      const staging = workbench.environment(project, 'staging');
      await staging.toggle();
      await workbench.runOn(staging, 'Enable Playground');
      const message = workbench.notification('The playground of weather-tools/staging was enabled.');
      await expect(message).toBeVisible();
      await expect(group(workbench, 'staging')).toContainText('enabled');
      expect(enabled()).toBe(true);
      await message.getByRole('button', { name: 'Undo' }).click();
      await expect(group(workbench, 'staging')).toHaveCount(0);
      expect(enabled()).toBe(false);
      await expect(workbench.dialog).toHaveCount(0);

      // A change that another user has already made isn't sent again, and can't be undone here.
      findServicePlayground(service, project, 'staging').isPlaygroundEnabled = true;
      service.requests.clear();
      await workbench.runOn(staging, 'Enable Playground');
      const already = workbench.notification('The playground of weather-tools/staging is already enabled.');
      await expect(already).toBeVisible();
      await expect(already.getByRole('button', { name: 'Undo' })).toHaveCount(0);
      await expect(group(workbench, 'staging')).toContainText('enabled');
      expect(listRequestPaths(service, '/playground')).toEqual(['GET']);
    });
  });

  test('without a description offers to add one in a document', async ({ workbench, service }) => {
    const playground = { isPlaygroundEnabled: true, serverMetadata: null };
    service.world.playgrounds.set(findEnvironmentId(service, 'docs-search', 'quiet'), playground);
    await openEnvironment(workbench, 'docs-search', 'quiet');
    await expect(group(workbench, 'quiet')).toHaveAccessibleName(
      'Playground of quiet, enabled, no description yet',
    );
    await group(workbench, 'quiet').click();
    const describe = workbench.row('Describe This Server...');
    await expect(describe).toContainText('This server has no description');
    await describe.click();
    await expect(workbench.tab('quiet.playground.json')).toBeVisible();
    await expect(lines(workbench)).toContainText('"name": "docs-search"');
    // The suggested text is valid for the service.
    const { dialog } = workbench;
    await replace(workbench, '"docs-search"', '"docs"');
    await save(workbench);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dirty(workbench)).toHaveCount(0);
    await expect
      .poll(() => workbench.fakeEditor.statusTexts)
      .toContain('$(check) The playground of docs-search/quiet was changed.');
    await expect(workbench.notification('was changed')).toHaveCount(0);
    await expect(group(workbench, 'quiet')).toHaveAccessibleName('Playground of quiet, enabled');
    const metadata = { name: 'docs', description: '', headers: [], examplePrompts: [] };
    expect(findServicePlayground(service, 'docs-search', 'quiet').serverMetadata).toEqual(metadata);

    await type(workbench, formatPlaygroundDocument({ name: 'Docs', description: '', prompts: ['Find it'] }));
    await save(workbench);
    await expect(dialog).toContainText('Change the playground of docs-search/quiet?');
    for (const line of ['Name: "docs" → "Docs"', 'Example prompts: add Prompt 1']) {
      await expect(dialog).toContainText(line);
    }
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dirty(workbench)).toHaveCount(0);
    await expect(findTreeRow(workbench, 'Example prompt Prompt 1: Find it')).toBeVisible();
    expect(findServicePlayground(service, 'docs-search', 'quiet')).toEqual({
      isPlaygroundEnabled: true,
      serverMetadata: {
        name: 'Docs',
        description: '',
        headers: [],
        examplePrompts: [{ title: 'Prompt 1', prompt: 'Find it' }],
      },
    });
  });
});

test.describe('the document of a playground', () => {
  test.use({ settings: { 'diffEditor.useInlineViewWhenSpaceIsLimited': false } });

  test('reports changes of other users, keeps them, and reads again with Revert', async ({
    workbench,
    service,
  }) => {
    await open(workbench);
    const uri = vscode.window.activeTextEditor?.document.uri;
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      uri,
    );
    expect(lenses.map(({ command }) => command?.title)).toEqual([
      expect.stringContaining('changes the live playground of weather-tools/production'),
    ]);
    const metadata = findServicePlayground(service).serverMetadata;
    if (!metadata) throw new Error('The sample has no description.');
    await replace(workbench, '"Weather tools"', '"Weather and more"');
    metadata.description = 'Written elsewhere.';
    metadata.name = 'Named elsewhere';
    await save(workbench);
    const { dialog } = workbench;
    await expect(dialog).toContainText('has changed since you opened');
    for (const line of [
      'Description: "Forecasts and alerts for cities." → "Written elsewhere."',
      'Name: "Named elsewhere" → "Weather and more"',
      '"Merge" sends only your changes. "Overwrite" also reverts the changes on the service. Both replace Name with your version.',
    ]) {
      await expect(dialog).toContainText(line);
    }
    service.faults.add({ match: { method: 'PUT' }, drop: 'afterWork', times: 1 });
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expect(dirty(workbench)).toHaveCount(0);
    await expect(lines(workbench)).toContainText('Written elsewhere.');
    expect(findServicePlayground(service).serverMetadata).toMatchObject({
      name: 'Weather and more',
      description: 'Written elsewhere.',
    });
    expect(listRequestPaths(service, '/playground').filter((method) => method === 'PUT')).toHaveLength(1);

    await replace(workbench, '"Written elsewhere."', '"Mine"');
    const now = findServicePlayground(service).serverMetadata;
    if (now) now.name = 'Renamed since';
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await expect(lines(workbench)).toContainText('"Renamed since"');
    await expect(lines(workbench)).not.toContainText('"Mine"');
    await expect(dirty(workbench)).toHaveCount(0);
  });
});

test.describe('an invalid or unconfirmed document of a playground', () => {
  test('sends nothing, and stays unsaved if the service fails', async ({ workbench, service }) => {
    const failed = workbench.notification("Failed to save 'production.playground.json'");
    const sent = () => listRequestPaths(service, '/playground').filter((method) => method !== 'GET');
    await test.step('rejects invalid values, by field', async () => {
      await open(workbench);
      service.requests.clear();
      await type(workbench, '{ "name": ');
      await save(workbench);
      await expect(failed).toContainText('Line 1, column 10: a value is missing.');
      await workbench.clearNotifications();
      await type(
        workbench,
        '{"isPlaygroundEnabled":"yes","name":"x","description":"","headers":[],"prompts":[]}',
      );
      await save(workbench);
      await expect(failed).toContainText('isPlaygroundEnabled: must be true or false.');
      await expect(failed).toContainText('examplePrompts: is required and must be a list.');
      await expect(failed).toContainText("prompts isn't a playground field.");
      // The schema of the package underlines the error.
      await expect(workbench.squiggles('warning').first()).toBeVisible();
      await workbench.clearNotifications();

      const header = { name: 'x key', isRequired: true, isSecret: true };
      await type(
        workbench,
        formatPlaygroundDocument({ name: ' ', prompts: ['1', '2', '3', '4', '5', '6'], headers: [header] }),
      );
      await save(workbench);
      for (const issue of [
        'name: must not be blank.',
        'headers[0].name: must not be empty or contain spaces',
        'examplePrompts: must be a list of 0 to 5 items.',
      ]) {
        await expect(failed).toContainText(issue);
      }
      await expect(dirty(workbench)).toHaveCount(1);
      // The schema of the package reports an error in each field.
      await expect(workbench.squiggles('warning')).toHaveCount(3);
      expect(sent()).toEqual([]);
    });

    await test.step('sends nothing without a confirmation', async () => {
      await workbench.clearNotifications();
      await type(workbench, formatPlaygroundDocument({ name: 'Other' }));
      await save(workbench);
      await expect(workbench.dialog).toContainText('Name: "Weather tools" → "Other"');
      await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect.poll(() => workbench.fakeEditor.statusTexts.join()).toContain('Nothing was sent.');
      await expect(lines(workbench)).toContainText('"Other"');
      await expect(dirty(workbench)).toHaveCount(1);
      expect(sent()).toEqual([]);
      expect(findServicePlayground(service).serverMetadata?.name).toBe('Weather tools');
    });

    await test.step('stays unsaved if the service fails, and can then be saved', async () => {
      await workbench.clearNotifications();
      await type(workbench, formatPlaygroundDocument({ name: 'Kept' }));
      service.faults.add({ match: { method: 'PUT' }, status: 500, times: 1 });
      await save(workbench);
      await workbench.dialog.getByRole('button', { name: 'Change in PRODUCTION' }).click();
      await expect(failed).toContainText('Service error 500');
      await expect(lines(workbench)).toContainText('"Kept"');
      await expect(dirty(workbench)).toHaveCount(1);
      await save(workbench);
      await workbench.dialog.getByRole('button', { name: 'Change in PRODUCTION' }).click();
      await expect(dirty(workbench)).toHaveCount(0);
      expect(findServicePlayground(service).serverMetadata?.name).toBe('Kept');
    });
  });
});

test.describe('with auto save', () => {
  test.use({
    settings: {
      'files.autoSave': 'afterDelay',
      'files.autoSaveDelay': 100,
      '[hostedMcpVariables]': { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 100 },
    },
    sources: { 'saved-automatically.txt': 'Another file.\n' },
  });

  test('documents are only sent manually: a message explains that if the setting is for their language', async ({
    workbench,
    service,
    folder,
  }) => {
    await open(workbench);
    await type(workbench, formatPlaygroundDocument({ name: 'Typed' }));
    // The editor saves this file automatically after it's edited.
    const other = join(folder, 'saved-automatically.txt');
    await vscode.window.showTextDocument(vscode.Uri.file(other), { preview: false });
    await workbench.type('typed later');
    await expect.poll(() => readFileSync(other, 'utf8')).toContain('typed later');
    await expect(workbench.notification('')).toHaveCount(0);
    // The editor can report the other file as unsaved after it wrote it, so only this document counts.
    const playground = dirty(workbench).filter({ hasText: 'production.playground.json' });
    await expect(playground).toHaveCount(1);
    await workbench.tab('production.playground.json').click();
    await expect(lines(workbench)).toContainText('"Typed"');
    await save(workbench);
    await workbench.dialog.getByRole('button', { name: 'Change in PRODUCTION' }).click();
    await expect(playground).toHaveCount(0);
    expect(findServicePlayground(service).serverMetadata?.name).toBe('Typed');

    await test.step('the document of variables, which has the setting', async () => {
      await workbench.runOn(workbench.environment(project, 'production'), 'Edit Variables');
      await expect(workbench.tab('production.env')).toBeSelected();
      await expect(lines(workbench)).toContainText('LOG_LEVEL');
      await workbench.goToEnd();
      await workbench.type('TYPED=1\n');
      await expect(workbench.notification('Auto save').first()).toBeVisible();
      await expect(workbench.dialog).toHaveCount(0);
      // While an automatic save is still running, the editor doesn't start another one.
      const isAsked = async (): Promise<boolean> => {
        if (!workbench.dialog.isVisible()) await save(workbench);
        return workbench.dialog.isVisible();
      };
      await expect.poll(isAsked).toBe(true);
      await expect(workbench.dialog).toContainText(`${project}/production`);
      await workbench.dialog.getByRole('button', { name: 'Change in PRODUCTION' }).click();
      await expect(dirty(workbench).filter({ hasText: 'production.env' })).toHaveCount(0);
      const variables = listServiceVariables(service, project, 'production');
      expect(variables.find(({ key }) => key === 'TYPED')?.value).toBe('1');
    });
  });
});

test.describe('with auto save for the language', () => {
  test.use({
    settings: { '[hostedMcpPlayground]': { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 100 } },
  });

  test('the document of a playground is only sent manually', async ({ workbench, service }) => {
    await open(workbench);
    await type(workbench, formatPlaygroundDocument({ name: 'Typed' }));
    await expect(workbench.notification("Auto save doesn't send").first()).toBeVisible();
    await expect(workbench.dialog).toHaveCount(0);
    expect(findServicePlayground(service).serverMetadata?.name).toBe('Weather tools');
  });
});

async function open(workbench: HostWindow): Promise<void> {
  await openEnvironment(workbench, project, 'production');
  await expect(group(workbench)).toContainText('enabled');
  await workbench.runOn(group(workbench), 'Edit Playground');
  await expect(workbench.tab('production.playground.json')).toBeVisible();
  await expect(lines(workbench)).toContainText('"Weather tools"');
  await lines(workbench).click();
}

/** Replaces the text of the document. */
async function type(workbench: HostWindow, text: string): Promise<void> {
  await lines(workbench).click();
  await workbench.selectAll();
  await workbench.type(text);
  await expect(dirty(workbench)).toHaveCount(1);
}

/** Replaces a text in the line that contains it. */
async function replace(workbench: HostWindow, before: string, after: string): Promise<void> {
  const line = await workbench.selectLine((text) => text.includes(before));
  await workbench.type(line.replace(before, after));
}

async function save(workbench: HostWindow): Promise<void> {
  await workbench.save();
}

function lines(workbench: HostWindow): FakeLocator {
  return workbench.text;
}

function dirty(workbench: HostWindow): FakeLocator {
  return workbench.dirtyTabs;
}
