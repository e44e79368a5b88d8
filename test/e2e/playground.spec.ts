import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { environmentId } from '../kit/sample.ts';
import type { SampleService } from '../service/service.ts';
import { asked, openEnvironment, openOddEnvironment, said } from './environmentGroups.ts';
import { expect, test } from './fixtures.ts';
import { addStagingById } from './variableRows.ts';
import type { Workbench } from './workbench.ts';

const project = 'weather-tools';
const group = (workbench: Workbench, name = 'production') =>
  said(workbench, new RegExp(`^Playground of ${name}`));
const clipboard = ({ page }: Workbench) => page.evaluate(() => navigator.clipboard.readText());
const failed = (workbench: Workbench) =>
  workbench.notification("Failed to save 'production.playground.json'");

test.describe('the playground of an environment', () => {
  test('says whether it is enabled, what is described, hostile words as text, and why it cannot be read', async ({
    workbench,
    service,
  }) => {
    await test.step('says whether it is enabled, and shows what is described', async () => {
      await openEnvironment(workbench, project, 'production');
      await expect(group(workbench)).toHaveAccessibleName('Playground of production, enabled');
      await group(workbench).click();
      await expect(workbench.row('Forecasts and alerts for cities.')).toContainText('Weather tools');
      await expect(said(workbench, 'Header x-weather-key, required, secret')).toBeVisible();
      await expect(said(workbench, 'Header x-units, optional')).toBeVisible();
      expect(asked(service, '/playground')).toEqual(['GET']);

      const prompt = said(workbench, 'Example prompt Weekend: Will it rain in Oslo on Saturday?');
      await workbench.runOn(prompt, 'Copy Example Prompt');
      await expect.poll(() => clipboard(workbench)).toBe('Will it rain in Oslo on Saturday?');
      await prompt.click();
      const content = workbench.webview;
      await expect(content.getByRole('heading', { level: 1 })).toHaveText(
        'Playground of production of weather-tools (PRODUCTION)',
      );
      await expect(content.getByText('What is the weather in Lisbon today?')).toBeVisible();
      await expect(
        content.getByRole('row', { name: 'x-weather-key Your own forecast key yes yes' }),
      ).toBeVisible();
    });

    await test.step('that cannot be read says why inside, with what to do', async () => {
      const docs = environmentId(service, 'docs-search', 'production');
      const path = `/v1/environments/${docs}/playground`;
      service.faults.add({ match: { path }, status: 404 });
      await workbench.row(project).click();
      await expect(group(workbench)).toHaveCount(0);
      service.world.playgrounds.set(docs, held(service));
      await openEnvironment(workbench, 'docs-search', 'production');
      await group(workbench).click();
      await expect(workbench.row('it was deleted, or the ID is wrong')).toBeVisible();
      await expect(workbench.notification('')).toHaveCount(0);
      service.faults.clear();
      await workbench.row('Try Again').click();
      await expect(workbench.row('Forecasts and alerts for cities.')).toBeVisible();
      await expect(group(workbench)).toContainText('enabled');
    });

    await test.step('with hostile words shows them as text', async () => {
      await openOddEnvironment(workbench);
      await workbench.runOn(said(workbench, /^Playground of <img.*, enabled/), 'Show Playground');
      const content = workbench.webview;
      await expect(content.getByRole('heading', { level: 2 }).first()).toHaveText(
        '<img src=x onerror=alert(1)>',
      );
      await expect(content.getByText('[link](command:workbench.action.quit)').first()).toBeVisible();
      await expect(content.locator('img, a[href^="command"]')).toHaveCount(0);
    });
  });

  test('is enabled and disabled: of production after a question, of another at once; a lost answer is read', async ({
    workbench,
    service,
  }) => {
    await test.step('of production is enabled and disabled after a question only', async () => {
      await openEnvironment(workbench, project, 'production');
      await expect(group(workbench)).toContainText('enabled');
      await workbench.runOn(group(workbench), 'Disable Playground');
      const { dialog } = workbench;
      await expect(dialog).toContainText(
        'Disable the playground of production of weather-tools (PRODUCTION)?',
      );
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toHaveCount(0);
      expect(held(service).isPlaygroundEnabled).toBe(true);
      await workbench.runOn(group(workbench), 'Disable Playground');
      await dialog.getByRole('button', { name: 'Disable Playground' }).click();
      await expect(group(workbench)).toHaveAccessibleName('Playground of production, disabled');
      expect(held(service).isPlaygroundEnabled).toBe(false);
      expect(held(service).serverMetadata?.name).toBe('Weather tools');
      await workbench.runOn(group(workbench), 'Enable Playground');
      await expect(dialog).toContainText(
        'Enable the playground of production of weather-tools (PRODUCTION)?',
      );
      await dialog.getByRole('button', { name: 'Enable Playground' }).click();
      await expect(group(workbench)).toHaveAccessibleName('Playground of production, enabled');
      expect(held(service).isPlaygroundEnabled).toBe(true);
      expect(asked(service, '/playground').filter((method) => method === 'PUT')).toHaveLength(2);
    });

    await test.step('whose answer to a change is lost is read, and the change is sent once', async () => {
      const change = async (title: string): Promise<void> => {
        await workbench.runOn(group(workbench), title);
        await workbench.dialog.getByRole('button', { name: title }).click();
      };
      service.requests.clear();
      service.faults.add({ match: { method: 'PUT' }, drop: 'afterWork', times: 1 });
      await change('Disable Playground');
      await expect(group(workbench)).toHaveAccessibleName('Playground of production, disabled');
      await expect(workbench.notification('Cannot reach')).toHaveCount(0);

      service.faults.add({ match: { method: 'PUT' }, drop: 'beforeAnswer', times: 1 });
      await change('Enable Playground');
      await expect(workbench.notification('Cannot reach')).toBeVisible();
      expect(held(service).isPlaygroundEnabled).toBe(false);
      await expect(group(workbench)).toHaveAccessibleName('Playground of production, disabled');
      expect(asked(service, '/playground').filter((method) => method === 'PUT')).toHaveLength(2);
    });

    await test.step('of another environment is enabled at once, and that is taken back by Undo', async () => {
      const enabled = () => held(service, project, 'staging').isPlaygroundEnabled;
      service.world.playgrounds.set(environmentId(service, project, 'staging'), {
        isPlaygroundEnabled: false,
        serverMetadata: null,
      });
      await workbench.clearNotifications();
      await workbench.environment(project, 'staging').locator('.monaco-tl-twistie').click();
      await expect(group(workbench, 'staging')).toContainText('disabled');
      await workbench.runOn(group(workbench, 'staging'), 'Enable Playground');
      const said = workbench.notification('The playground of staging of weather-tools is enabled.');
      await expect(said).toBeVisible();
      await expect(group(workbench, 'staging')).toContainText('enabled');
      expect(enabled()).toBe(true);
      await said.getByRole('button', { name: 'Undo' }).click();
      await expect(group(workbench, 'staging')).toContainText('disabled');
      expect(enabled()).toBe(false);
      await expect(workbench.dialog).toHaveCount(0);

      // What somebody else has done is not done again, nor can it be undone here.
      held(service, project, 'staging').isPlaygroundEnabled = true;
      service.requests.clear();
      await workbench.runOn(group(workbench, 'staging'), 'Enable Playground');
      const already = workbench.notification(
        'The playground of staging of weather-tools is enabled already.',
      );
      await expect(already).toBeVisible();
      await expect(already.getByRole('button', { name: 'Undo' })).toHaveCount(0);
      await expect(group(workbench, 'staging')).toContainText('enabled');
      expect(asked(service, '/playground')).toEqual(['GET']);
    });
  });

  test('that is not described yet invites, and is described in a document', async ({
    workbench,
    service,
  }) => {
    await openEnvironment(workbench, 'docs-search', 'quiet');
    await expect(group(workbench, 'quiet')).toHaveAccessibleName(
      'Playground of quiet, disabled, not described yet',
    );
    await group(workbench, 'quiet').click();
    await expect(workbench.row('Nobody has described this server yet.')).toBeVisible();
    await workbench.row('Describe This Server…').click();
    await expect(workbench.tab('quiet.playground.json')).toBeVisible();
    await expect(lines(workbench)).toContainText('"name": "docs-search"');
    await type(workbench, document({ isPlaygroundEnabled: true, name: 'Docs', prompts: ['Find it'] }));
    await save(workbench);
    const { dialog } = workbench;
    await expect(dialog).toContainText('Change the playground of quiet of docs-search?');
    for (const line of ['Enabled: no → yes', 'Name: none → "Docs"', 'Example prompts: add Prompt 1']) {
      await expect(dialog).toContainText(line);
    }
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dirty(workbench)).toHaveCount(0);
    await expect(group(workbench, 'quiet')).toHaveAccessibleName('Playground of quiet, enabled');
    await expect(said(workbench, 'Example prompt Prompt 1: Find it')).toBeVisible();
    expect(held(service, 'docs-search', 'quiet')).toEqual({
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

  test('sends nothing that breaks a rule, nothing without a yes, and stays unsaved when the service fails', async ({
    workbench,
    service,
  }) => {
    // The editor shows three notifications in 800 ms at most, so no more than three saves.
    await test.step('refuses what breaks a rule, by field', async () => {
      await open(workbench);
      service.requests.clear();
      await type(workbench, '{ "name": ');
      await save(workbench);
      await expect(failed(workbench)).toContainText('Line 1, column 10: a value is missing here.');
      await type(
        workbench,
        '{"isPlaygroundEnabled":"yes","name":"x","description":"","headers":[],"prompts":[]}',
      );
      await save(workbench);
      await expect(failed(workbench).first()).toContainText('isPlaygroundEnabled: must be true or false.');
      await expect(failed(workbench).first()).toContainText(
        'examplePrompts: is required and must be a list.',
      );
      await expect(failed(workbench).first()).toContainText('prompts: is not a field of a playground.');
      // The schema of the package: what breaks it is underlined.
      await expect(workbench.page.locator('.squiggly-warning').first()).toBeVisible();
      // The words stand alone: no name of an error before them.
      await expect(failed(workbench).first()).not.toContainText(/Unavailable|FileSystemError|Error:/);

      const header = { name: 'x key', isRequired: true, isSecret: true };
      await type(
        workbench,
        document({ name: ' ', prompts: ['1', '2', '3', '4', '5', '6'], headers: [header] }),
      );
      await save(workbench);
      for (const flaw of [
        'name: must not be blank.',
        'headers[0].name: must be letters, digits and',
        'examplePrompts: must be a list of 0 to 5 items.',
      ]) {
        await expect(failed(workbench).first()).toContainText(flaw);
      }
      await expect(dirty(workbench)).toHaveCount(1);
      // The schema of the package says of each field what is wrong.
      await expect(workbench.page.locator('.squiggly-warning')).toHaveCount(3);
      expect(asked(service, '/playground').filter((method) => method !== 'GET')).toEqual([]);
    });

    await test.step('sends nothing without a yes', async () => {
      await workbench.clearNotifications();
      service.requests.clear();
      await type(workbench, document({ name: 'Other' }));
      await save(workbench);
      await expect(workbench.dialog).toContainText('Name: "Weather tools" → "Other"');
      await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(workbench.notification('Nothing was sent, because you cancelled.').first()).toBeVisible();
      await expect(lines(workbench)).toContainText('"Other"');
      expect(asked(service, '/playground').filter((method) => method !== 'GET')).toEqual([]);
      expect(held(service).serverMetadata?.name).toBe('Weather tools');
    });

    await test.step('stays unsaved when the service fails, and can be saved then', async () => {
      await workbench.clearNotifications();
      await type(workbench, document({ name: 'Kept' }));
      service.faults.add({ match: { method: 'PUT' }, status: 500, times: 1 });
      await save(workbench);
      await workbench.dialog.getByRole('button', { name: 'Apply' }).click();
      await expect(failed(workbench)).toContainText('Service error 500');
      await expect(lines(workbench)).toContainText('"Kept"');
      await expect(dirty(workbench)).toHaveCount(1);
      await save(workbench);
      await workbench.dialog.getByRole('button', { name: 'Apply' }).click();
      await expect(dirty(workbench)).toHaveCount(0);
      expect(held(service).serverMetadata?.name).toBe('Kept');
    });
  });

  test('says what others changed meanwhile, keeps that, and reads anew on Revert', async ({
    workbench,
    service,
  }) => {
    await open(workbench);
    const metadata = held(service).serverMetadata;
    if (!metadata) throw new Error('The sample has a description.');
    await replace(workbench, '"Weather tools"', '"Weather and more"');
    metadata.description = 'Written elsewhere.';
    metadata.name = 'Named elsewhere';
    await save(workbench);
    const { dialog } = workbench;
    await expect(dialog).toContainText('was changed on the service since this text was read');
    for (const line of [
      'Description: "Forecasts and alerts for cities." → "Written elsewhere."',
      'Name: "Named elsewhere" → "Weather and more"',
      '"Merge" sends Name, and this text takes from the service: Description.',
      '"Save Mine" overwrites on the service: Name, Description.',
    ]) {
      await expect(dialog).toContainText(line);
    }
    service.faults.add({ match: { method: 'PUT' }, drop: 'afterWork', times: 1 });
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expect(dirty(workbench)).toHaveCount(0);
    await expect(lines(workbench)).toContainText('Written elsewhere.');
    expect(held(service).serverMetadata).toMatchObject({
      name: 'Weather and more',
      description: 'Written elsewhere.',
    });
    expect(asked(service, '/playground').filter((method) => method === 'PUT')).toHaveLength(1);

    await replace(workbench, '"Written elsewhere."', '"Mine"');
    const now = held(service).serverMetadata;
    if (now) now.name = 'Renamed since';
    await workbench.page.keyboard.press('F1');
    await workbench.input.fill('>File: Revert File');
    await workbench.choose(workbench.item('File: Revert File'));
    await expect(lines(workbench)).toContainText('"Renamed since"');
    await expect(lines(workbench)).not.toContainText('"Mine"');
    await expect(dirty(workbench)).toHaveCount(0);
  });

  test('that others disabled meanwhile is compared, and saved as its text says when asked to', async ({
    workbench,
    service,
  }) => {
    await open(workbench);
    await replace(workbench, '"Weather tools"', '"Weather and more"');
    held(service).isPlaygroundEnabled = false;
    await save(workbench);
    const { dialog } = workbench;
    await expect(dialog).toContainText('Enabled: yes → no');
    await dialog.getByRole('button', { name: 'Compare' }).click();
    await expect(failed(workbench)).toContainText('Nothing was sent yet. Compare, then save again.');
    const sides = workbench.page.locator('.monaco-diff-editor');
    const theirs = sides.locator('.editor.original .view-lines');
    await expect(theirs).toContainText('"Weather tools"');
    await expect(theirs).toContainText('"isPlaygroundEnabled": false');
    const mine = sides.locator('.editor.modified .view-lines');
    await expect(mine).toContainText('"isPlaygroundEnabled": true');
    await expect(mine).toContainText('"Weather and more"');
    await expect(dirty(workbench)).not.toHaveCount(0);
    await expect(group(workbench)).toHaveAccessibleName('Playground of production, disabled');
    expect(held(service).serverMetadata?.name).toBe('Weather tools');

    await mine.click();
    await save(workbench);
    // Somebody is quicker than the answer: that is asked again.
    await expect(dialog).toContainText('Enabled: yes → no');
    const metadata = held(service).serverMetadata;
    if (metadata) metadata.name = 'Named elsewhere';
    await dialog.getByRole('button', { name: 'Save Mine' }).click();
    await expect(dialog).toContainText('Name: "Named elsewhere" → "Weather and more"');
    expect(asked(service, '/playground')).not.toContain('PUT');
    await dialog.getByRole('button', { name: 'Save Mine' }).click();
    await expect(dirty(workbench)).toHaveCount(0);
    expect(held(service)).toMatchObject({
      isPlaygroundEnabled: true,
      serverMetadata: { name: 'Weather and more', description: 'Forecasts and alerts for cities.' },
    });
  });
});

test.describe('with auto save', () => {
  test.use({
    settings: { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 100 },
    sources: { 'other.txt': 'Another file.\n' },
  });

  test('the document of a playground stays unsaved, without a message', async ({
    workbench,
    service,
    folder,
  }) => {
    await open(workbench);
    await type(workbench, document({ name: 'Typed' }));
    // A file that is typed in later is saved by itself.
    await workbench.page.keyboard.press('Control+p');
    await workbench.input.fill('other.txt');
    await workbench.choose(workbench.item('other.txt'));
    await expect(workbench.tab('other.txt')).toBeVisible();
    await lines(workbench).click();
    await paste(workbench, 'typed later');
    await expect.poll(() => readFileSync(join(folder, 'other.txt'), 'utf8')).toContain('typed later');
    await expect(workbench.notification('')).toHaveCount(0);
    await expect(dirty(workbench)).toHaveCount(1);
    await workbench.tab('production.playground.json').click();
    await lines(workbench).click();
    await save(workbench);
    await workbench.dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dirty(workbench)).toHaveCount(0);
    expect(held(service).serverMetadata?.name).toBe('Typed');
  });
});

test.describe('with auto save that is wanted for the language', () => {
  test.use({
    settings: { '[hostedMcpPlayground]': { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 100 } },
  });

  test('the document of a playground is sent by hand only', async ({ workbench, service }) => {
    await open(workbench);
    await type(workbench, document({ name: 'Typed' }));
    await expect(workbench.notification('Nothing is sent by auto save.').first()).toBeVisible();
    await expect(workbench.dialog).toHaveCount(0);
    expect(held(service).serverMetadata?.name).toBe('Weather tools');
  });
});

test.describe('a service that has the specified operations only', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('shows a playground, and says that it does not change it', async ({ workbench, service }) => {
    const environment = await addStagingById(workbench, service);
    await environment.locator('.monaco-tl-twistie').click();
    await expect(group(workbench, 'staging')).toHaveAccessibleName(
      'Playground of staging, disabled, not described yet',
    );
    await group(workbench, 'staging').click();
    await expect(workbench.row('Describe This Server…')).toBeVisible();
    await workbench.runOn(group(workbench, 'staging'), 'Enable Playground');
    // Nobody says whether it is production.
    await workbench.dialog.getByRole('button', { name: 'Enable Playground' }).click();
    const said = workbench.notification('This service shows playgrounds, but does not change them.');
    await expect(said).toBeVisible();
    await expect(workbench.row('This service does not change it here.')).toBeVisible();
    await expect(workbench.row('Describe This Server…')).toHaveCount(0);
    await group(workbench, 'staging').click({ button: 'right' });
    await expect(workbench.page.getByRole('menuitem', { name: 'Show Playground' })).toBeVisible();
    await expect(workbench.page.getByRole('menuitem', { name: /(Enable|Edit) Playground/ })).toHaveCount(0);
    await workbench.page.keyboard.press('Escape');
    await workbench.runOn(group(workbench, 'staging'), 'Show Playground');
    await expect(workbench.webview.getByText('Nobody has described this server yet.')).toBeVisible();
  });
});

function held({ world, ...service }: SampleService, of = project, name = 'production') {
  const found = world.playgrounds.get(environmentId({ world, ...service }, of, name));
  if (!found) throw new Error(`There is no playground of ${name} of ${of}.`);
  return found;
}

/** What a document says; what is not given is as the sample has it. */
function document({
  isPlaygroundEnabled = true,
  name = 'Weather tools',
  prompts = [],
  headers = [],
}: {
  isPlaygroundEnabled?: boolean;
  name?: string;
  prompts?: readonly string[];
  headers?: readonly object[];
}): string {
  const examplePrompts = prompts.map((prompt, index) => ({ title: `Prompt ${index + 1}`, prompt }));
  return JSON.stringify({ isPlaygroundEnabled, name, description: '', headers, examplePrompts });
}

async function open(workbench: Workbench): Promise<void> {
  await openEnvironment(workbench, project, 'production');
  await expect(group(workbench)).toContainText('enabled');
  await workbench.runOn(group(workbench), 'Edit Playground');
  await expect(workbench.tab('production.playground.json')).toBeVisible();
  await expect(lines(workbench)).toContainText('"Weather tools"');
  await lines(workbench).click();
}

/** In place of all that the document says. */
async function type(workbench: Workbench, text: string): Promise<void> {
  await lines(workbench).click();
  await workbench.page.keyboard.press('Control+a');
  await paste(workbench, text);
  await expect(dirty(workbench)).toHaveCount(1);
}

/** In the line that says so. */
async function replace(workbench: Workbench, before: string, after: string): Promise<void> {
  const line = lines(workbench).locator('.view-line').filter({ hasText: before });
  const text = ((await line.textContent()) ?? '').replaceAll('\u00a0', ' ');
  await line.click({ position: { x: 5, y: 5 } });
  await workbench.page.keyboard.press('End');
  await workbench.page.keyboard.press('Shift+Home');
  await paste(workbench, text.trim().replace(before, after));
}

/** What is typed, the editor completes with brackets and quotes. */
async function paste({ page }: Workbench, text: string): Promise<void> {
  await page.evaluate((whole) => navigator.clipboard.writeText(whole), text);
  await page.keyboard.press('Control+v');
}

async function save({ page }: Workbench): Promise<void> {
  await page.keyboard.press('Control+s');
}

function lines(workbench: Workbench): Locator {
  return workbench.page.locator('.editor-instance .view-lines');
}

function dirty(workbench: Workbench): Locator {
  return workbench.page.locator('.tabs-container .tab.dirty');
}
