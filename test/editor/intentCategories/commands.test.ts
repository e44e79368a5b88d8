import * as vscode from 'vscode';
import { findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';
import {
  answerCategoryQuestions,
  createCategory,
  environmentLabel,
  findCategory,
  findGroup,
  listServiceCategories,
  project,
} from '../kit/categories.ts';
import { findTreeRow, listRequestPaths, openEnvironment } from '../kit/environmentGroups.ts';
import { addStagingById } from '../kit/variableRows.ts';
import type { HostWindow, RowLocator } from '../window.ts';

const clipboard = (workbench: HostWindow) => workbench.clipboard();

test.describe('the intent categories of an environment', () => {
  test('are created with two keystrokes, shown in their colors, removed from the list, and restored', async ({
    workbench,
    service,
  }) => {
    await openEnvironment(workbench, project, 'production');
    const environment = workbench.environment(project, 'production');
    const menu = await workbench.menuOf(environment);
    expect(menu).toContain('Import Intent Categories...');
    // A group without categories has no row.
    await expect(findTreeRow(workbench, /^Deployments of production/)).toBeVisible();
    await expect(findGroup(workbench)).toHaveCount(0);

    await workbench.runOn(environment, 'Create Intent Category...');
    await expect(workbench.inputMessage).toContainText('name for the intent category');
    await workbench.input.fill('   ');
    await expect(workbench.inputMessage).toContainText('1 to 100 characters');
    await workbench.input.fill('⛅'.repeat(101));
    await expect(workbench.inputMessage).toContainText('The name has 101 characters');
    // A name isn't a link in a message.
    const hostileName = '[Weather](command:a.b) ⛅';
    await workbench.enter(hostileName);
    await expect(workbench.item('Automatic')).toBeVisible();
    await workbench.input.press('Enter');
    await expect(
      workbench.notification(`"[Weather] (command:a.b) ⛅" was created in ${environmentLabel}.`),
    ).toBeVisible();
    const [derived] = listServiceCategories(service);
    await expect(findGroup(workbench)).toHaveAccessibleName('Intent categories of production, 1');
    await expect(
      findTreeRow(
        workbench,
        `${hostileName}, intent category, ${derived?.color}, no intents linked in this editor`,
      ),
    ).toBeVisible();

    await createCategory(workbench, 'Travel', 'Pink');
    await createCategory(workbench, 'Old', 'Gray');
    expect(listServiceCategories(service).map(({ name, color }) => [name, color])).toEqual([
      [hostileName, derived?.color],
      ['Travel', 'pink'],
      ['Old', 'gray'],
    ]);
    expect(listRequestPaths(service, '/intent-categories')).toEqual(['POST', 'POST', 'POST']);
    await expect(findGroup(workbench)).toHaveAccessibleName('Intent categories of production, 3');
    const [pink, gray] = await Promise.all(
      ['Travel', 'Old'].map((name) => paint(findCategory(workbench, name))),
    );
    expect(pink).not.toBe(gray);

    await workbench.runOn(findCategory(workbench, 'Travel'), 'Copy ID');
    await expect.poll(() => clipboard(workbench)).toBe(listServiceCategories(service)[1]?.id);
    await workbench.runOn(findCategory(workbench, 'Travel'), 'Remove Intent Category from List');
    await expect(findGroup(workbench)).toHaveAccessibleName('Intent categories of production, 2');
    await expect(findCategory(workbench, 'Travel')).toHaveCount(0);
    await workbench
      .notification('"Travel" was removed from your list.')
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect(findCategory(workbench, 'Travel')).toBeVisible();
    expect(listServiceCategories(service)).toHaveLength(3);

    // No operation lists categories, so those that were created here are in the stored list after a reload.
    await workbench.reload();
    await openEnvironment(workbench, project, 'production');
    await expect(findTreeRow(workbench, /^Old, intent category, gray/)).toBeVisible();
  });

  test('link 250 pasted IDs in batches, report an unknown one, and continue after a failure', async ({
    workbench,
    service,
  }) => {
    const ids = addIntents(service, 249);
    await openEnvironment(workbench, project, 'production');
    await createCategory(workbench, 'Weather');
    const all = [...ids.slice(0, 120), 'int_nowhere', ...ids.slice(120)];
    await vscode.env.clipboard.writeText([...all, ids[0], ''].join('\n'));
    const path = '^/v1/environments/[^/]+/intent-categories/[^/]+/link';
    await workbench.runOn(findCategory(workbench, 'Weather'), 'Link Intents...');
    await expect(workbench.inputMessage).toContainText('intent IDs');
    await workbench.enter(' , ;');
    await expect(workbench.inputMessage).toContainText('Enter at least one intent ID.');
    await expect(workbench.input).toHaveValue(' , ;');
    await workbench.input.fill('');
    await workbench.paste();
    await expect(workbench.inputMessage).toContainText('251 lines from the clipboard');
    // The first batch succeeds, the second one fails.
    service.faults.add({ match: { method: 'POST', path }, delayMs: 0, times: 1 });
    service.faults.add({ match: { method: 'POST', path }, status: 503, times: 1 });
    await workbench.input.press('Enter');
    const stopped = workbench.notification('Linked 100 of 250 intents to "Weather".');
    await expect(stopped).toContainText('Service error 503');
    await expect(stopped).toContainText('1 duplicate was left out.');
    expect(listServiceCategories(service)[0]?.intentIds.size).toBe(100);
    const before = listRequestPaths(service, '/link').length;
    await stopped.getByRole('button', { name: 'Continue' }).click();
    const done = workbench.notification('Linked 249 of 250 intents to "Weather".');
    await expect(done).toContainText("The service doesn't recognize these IDs: int_nowhere.");
    expect([...(listServiceCategories(service)[0]?.intentIds ?? [])].sort()).toEqual([...ids].sort());
    expect(listRequestPaths(service, '/link').length - before).toBeLessThan(20);
    await expect(findCategory(workbench, 'Weather')).toHaveAccessibleName(
      /249 intents linked in this editor$/,
    );
    await done.getByRole('button', { name: 'Copy Unknown IDs' }).click();
    await expect.poll(() => clipboard(workbench)).toBe('int_nowhere');
  });

  test('that another user deleted are reported and removed', async ({ workbench, service }) => {
    await openEnvironment(workbench, project, 'production');
    await createCategory(workbench, 'Weather');
    await createCategory(workbench, 'Travel');
    const { dialog } = workbench;
    await workbench.runOn(findCategory(workbench, 'Weather'), 'Delete Intent Category');
    await expect(dialog).toContainText(`Delete the intent category "Weather" from ${environmentLabel}?`);
    await expect(dialog).toContainText('unlinked, not deleted');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    expect(listServiceCategories(service)).toHaveLength(2);
    await workbench.runOn(findCategory(workbench, 'Weather'), 'Delete Intent Category');
    await dialog.getByRole('button', { name: 'Delete Category' }).click();
    await expect(findCategory(workbench, 'Weather')).toHaveCount(0);
    await expect
      .poll(() => workbench.fakeEditor.statusTexts)
      .toContainEqual(expect.stringContaining('"Weather" was deleted.'));
    await expect(workbench.notification('was deleted')).toHaveCount(0);

    service.faults.add({ match: { method: 'DELETE' }, hang: true });
    await workbench.runOn(findCategory(workbench, 'Travel'), 'Delete Intent Category');
    await dialog.getByRole('button', { name: 'Delete Category' }).click();
    const progress = workbench.notification('Deleting "Travel"...');
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await expect(workbench.notification('unknown whether "Travel" was deleted')).toBeVisible();
    await expect(findCategory(workbench, 'Travel')).toBeVisible();
    service.faults.clear();

    service.world.categories.clear();
    await workbench.runOn(findCategory(workbench, 'Travel'), 'Link Intents...');
    await workbench.enter('int_forecast_today, int_forecast_week');
    await expect(workbench.notification('No intents were linked to "Travel"')).toContainText(
      'the category was deleted elsewhere',
    );
    await workbench.runOn(findCategory(workbench, 'Travel'), 'Delete Intent Category');
    await dialog.getByRole('button', { name: 'Delete Category' }).click();
    await expect(workbench.notification('"Travel" was already deleted')).toBeVisible();
    await expect(findGroup(workbench)).toHaveCount(0);
  });
});

test.describe('a new intent category', () => {
  test('returns to its name after a rejection, and is not sent again while the result is unknown', async ({
    workbench,
    service,
  }) => {
    const path = '^/v1/environments/[^/]+/intent-categories$';
    await openEnvironment(workbench, project, 'production');
    service.faults.add({
      match: { method: 'POST', path },
      times: 1,
      status: 400,
      body: {
        defined: true,
        code: 'BAD_REQUEST',
        status: 400,
        message: 'Input validation failed',
        data: { issues: [{ path: ['name'], message: 'Too odd' }] },
      },
    });
    service.faults.add({ match: { method: 'POST', path }, drop: 'afterWork', times: 1 });
    await workbench.runOn(workbench.environment(project, 'production'), 'Create Intent Category...');
    await expect(workbench.inputMessage).toContainText('name for the intent category');
    await workbench.enter('Weather');
    await workbench.choose(workbench.item('Blue'));
    await expect(workbench.inputMessage).toContainText('name: Too odd');
    await expect(workbench.input).toHaveValue('Weather');
    await workbench.enter('Weather 2');
    // The selected color is active, so that Enter accepts it.
    await expect(workbench.active).toContainText('Blue');
    await workbench.input.press('Enter');
    const unclear = workbench.notification(`unknown whether "Weather 2" was created in ${environmentLabel}`);
    await expect(unclear).toContainText('add it by ID');
    await expect(unclear.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
    await expect(unclear.getByRole('button', { name: 'Create Again...' })).toBeVisible();
    expect(listServiceCategories(service)).toHaveLength(1);
    expect(listRequestPaths(service, '/intent-categories')).toEqual(['POST', 'POST']);

    await unclear.getByRole('button', { name: 'Add by ID...' }).click();
    await expect(workbench.inputMessage).toContainText('intent category ID');
    await workbench.enter(listServiceCategories(service)[0]?.id ?? '');
    await expect(workbench.inputMessage).toContainText('name for the category in this editor');
    await expect(workbench.input).toHaveValue('Weather 2');
    await workbench.input.press('Enter');
    await workbench.choose(workbench.item('Blue'));
    await expect(findTreeRow(workbench, /^Weather 2, intent category, blue/)).toBeVisible();
    await workbench.runOn(findCategory(workbench, 'Weather 2'), 'Link Intents...');
    await workbench.enter('int_forecast_today');
    await expect(workbench.notification('Linked 1 intent to "Weather 2".')).toBeVisible();
    expect([...(listServiceCategories(service)[0]?.intentIds ?? [])]).toEqual(['int_forecast_today']);
  });
});

test.describe('from the Command Palette', () => {
  test('the most recently selected environment comes first', async ({ workbench, service }) => {
    await expect(workbench.row(project)).toBeVisible();
    await workbench.run('Link Intents...');
    await workbench.choose(workbench.item(`${project} / staging`));
    // No category is in the list yet. The user can create or add one, and the command then continues.
    await expect(workbench.item('Add Intent Category by ID...')).toBeVisible();
    await expect(workbench.item('Import Intent Categories...')).toBeVisible();
    await workbench.choose(workbench.item('Create Intent Category...'));
    await answerCategoryQuestions(workbench, 'Weather');
    await expect(workbench.inputMessage).toContainText('intent IDs');
    await workbench.enter('int_forecast_today');
    await expect(workbench.notification('Linked 1 intent to "Weather".')).toBeVisible();
    expect(listServiceCategories(service, 'staging').map(({ intentIds }) => [...intentIds])).toEqual([
      ['int_forecast_today'],
    ]);

    await workbench.run('Link Intents...');
    await expect(workbench.item('').first()).toContainText(`${project} / staging`);
    await workbench.choose(workbench.item(`${project} / staging`));
    await expect(workbench.item(/Weather/)).toContainText(
      listServiceCategories(service, 'staging')[0]?.id ?? 'none',
    );
    await expect(workbench.item('Import Intent Categories...')).toHaveCount(0);
    await workbench.choose(workbench.item(/Weather/));
    await workbench.enter('int_forecast_today');
    // An intent that is already linked isn't an error.
    await expect.poll(() => listRequestPaths(service, '/link')).toEqual(['POST', 'POST']);

    // The list is kept after a reload, and for another environment.
    await workbench.reload();
    await expect(workbench.row(project)).toBeVisible();
    await workbench.run('Open Playground');
    await expect(workbench.item('').first()).toContainText(`${project} / staging`);

    // Several words match in any order, and Enter selects the match. Items keep hidden texts of earlier
    // lists.
    await workbench.input.fill('WEATHER prod');
    await expect(workbench.item('')).toHaveText([/ production /, /Add Environment by ID/]);
    await workbench.input.press('Escape');
    await workbench.run('Run Audit...');
    await workbench.input.fill('weather');
    const labels = ['staging', 'production'].map((name) => `${project} / ${name}`);
    const lines = [...labels, 'Add Environment by ID...', 'Another URL...'];
    await expect(workbench.item('')).toHaveText(lines.map((line) => new RegExp(`^${line}`)));
  });
});

test.describe('on a service without list operations', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('intent categories are created, linked, and deleted as well', async ({ workbench, service }) => {
    const row = await addStagingById(workbench, service);
    await row.toggle();
    await workbench.run('Create Intent Category...');
    await workbench.choose(workbench.item('staging'));
    await answerCategoryQuestions(workbench, 'Weather');
    await expect(findGroup(workbench, 'staging')).toHaveAccessibleName('Intent categories of staging, 1');
    await workbench.runOn(findCategory(workbench, 'Weather'), 'Link Intents...');
    await expect(workbench.inputMessage).toContainText('intent IDs');
    await workbench.enter('int_forecast_today');
    await expect(workbench.notification('Linked 1 intent to "Weather".')).toBeVisible();
    await expect(findCategory(workbench, 'Weather')).toHaveAccessibleName(/1 intent linked in this editor$/);
    expect([...(listServiceCategories(service, 'staging')[0]?.intentIds ?? [])]).toEqual([
      'int_forecast_today',
    ]);
    await workbench.runOn(findCategory(workbench, 'Weather'), 'Delete Intent Category');
    await workbench.dialog.getByRole('button', { name: 'Delete Category' }).click();
    await expect(findGroup(workbench, 'staging')).toHaveCount(0);
    expect(listServiceCategories(service, 'staging')).toEqual([]);
  });
});

/** Returns the color of the icon in a row. */
async function paint(row: RowLocator): Promise<string> {
  const { iconPath } = (await row.one()).item;
  return iconPath instanceof vscode.ThemeIcon ? (iconPath.color?.id ?? '') : '';
}

/** Adds intents to an environment. No operation lists them. */
function addIntents(service: SampleService, count: number, environment = 'production'): readonly string[] {
  const found = service.world.environments.get(findEnvironmentId(service, project, environment));
  const ids = Array.from({ length: count }, (_, index) => `int_more_${index}`);
  for (const id of ids) (found?.intentIds as Set<string> | undefined)?.add(id);
  return ids;
}
