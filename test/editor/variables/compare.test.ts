import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { findEnvironmentId } from '../../kit/sample.ts';
import { type SampleService, startService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';
import { addStagingById, addVariableById } from '../kit/variableRows.ts';
import type { HostWindow } from '../window.ts';

const project = 'weather-tools';
const toProduction = `To ${project}/production`;
const toStaging = `To ${project}/staging`;

test.describe('comparing two environments', () => {
  test.beforeEach(({ service }) => {
    fill(service, 'staging', {
      LOG_LEVEL: 'held7-debug',
      ONLY_STAGING: 'held7-mine',
      SAME_ZONE: 'held7-zone',
      PLAIN_OR_SECRET: 'held7-plain',
    });
    fill(service, 'staging', { API_TOKEN: 'held7-token-1' }, true);
    fill(service, 'production', {
      LOG_LEVEL: 'held7-info',
      ONLY_PRODUCTION: 'held7-theirs',
      SAME_ZONE: 'held7-zone',
    });
    fill(service, 'production', { API_TOKEN: 'held7-token-2', PLAIN_OR_SECRET: 'held7-hidden' }, true);
  });

  test('shows the differences, with plain values and without secrets', async ({ workbench }) => {
    await compareWithProduction(workbench);
    const [left, right] = [workbench.original, workbench.modified];
    // Both sides begin with both names, which aren't a difference.
    for (const text of [left, right])
      await expect(text).toHaveText(
        new RegExp(
          `^# Left: ${project}/staging\\s+# Right: ${project}/production\\s+# Secret values are never`,
        ),
      );
    for (const text of [left, right]) {
      await expect(text).toContainText('API_TOKEN=<cannot be compared> # secret');
      await expect(text).toContainText('SAME_ZONE=held7-zone');
    }
    await expect(left).toContainText('LOG_LEVEL=held7-debug');
    await expect(right).toContainText('LOG_LEVEL=held7-info');
    await expect(left).toContainText('ONLY_STAGING=held7-mine');
    await expect(right).not.toContainText('ONLY_STAGING');
    await expect(right).toContainText('ONLY_PRODUCTION=held7-theirs');
    await expect(left).not.toContainText('ONLY_PRODUCTION');
    await expect(left).toContainText(/PLAIN_OR_SECRET=<cannot\sbe\scompared>(?!\s#\ssecret)/);
    await expect(right).toContainText('PLAIN_OR_SECRET=<cannot be compared> # secret');
    expect(holdsSecret(workbench)).toBe(false);
  });

  test('copies selected keys to production after a confirmation, and shows the new differences', async ({
    workbench,
    service,
  }) => {
    await compareWithProduction(workbench);
    await workbench.run('Copy Variables to Other Side...');
    await workbench.choose(workbench.item(toProduction));
    await expect(workbench.inputPlaceholder).toHaveText(/Can't be copied: API_TOKEN/);
    await expect(workbench.item('SAME_ZONE')).toHaveCount(0);
    await expect(workbench.item('LOG_LEVEL')).toContainText('different');
    await expect(workbench.item('ONLY_STAGING')).toContainText(`only in ${project}/staging`);
    await pick(workbench, 'LOG_LEVEL', 'ONLY_STAGING', 'PLAIN_OR_SECRET');
    await expect(workbench.dialog).toContainText(`Change variables for ${project}/production?`);
    await expect(workbench.dialog).toContainText('Add (1): ONLY_STAGING');
    await expect(workbench.dialog).toContainText('Change (2): LOG_LEVEL, PLAIN_OR_SECRET (secret)');
    await expect(workbench.dialog).toContainText("Not copied: API_TOKEN. Values that can't be read");
    expect(findServiceVariable(service, 'production', 'LOG_LEVEL')).toMatchObject({ value: 'held7-info' });
    expect(holdsSecret(workbench)).toBe(false);
    await workbench.dialog.getByRole('button', { name: 'Change in PRODUCTION' }).click();
    await expect(workbench.notification(/production: 1 added, 2 changed\./)).toBeVisible();
    expect(findServiceVariable(service, 'production', 'LOG_LEVEL')).toMatchObject({
      value: 'held7-debug',
      isSecret: false,
    });
    expect(findServiceVariable(service, 'production', 'ONLY_STAGING')).toMatchObject({
      value: 'held7-mine',
      isSecret: false,
    });
    expect(findServiceVariable(service, 'production', 'PLAIN_OR_SECRET')).toMatchObject({
      value: 'held7-plain',
      isSecret: true,
    });
    expect(findServiceVariable(service, 'production', 'ONLY_PRODUCTION')).toMatchObject({
      value: 'held7-theirs',
    });
    for (const name of ['original', 'modified'] as const) {
      await expect(workbench[name]).toContainText('LOG_LEVEL=held7-debug');
      await expect(workbench[name]).toContainText('ONLY_STAGING=held7-mine');
    }
  });

  test('changes nothing after a cancellation', async ({ workbench, service }) => {
    await compareWithProduction(workbench);
    await workbench.run('Copy Variables to Other Side...');
    await workbench.choose(workbench.item(toStaging));
    await pick(workbench, 'LOG_LEVEL', 'ONLY_PRODUCTION');
    service.requests.clear();
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(workbench.dialog).toHaveCount(0);
    expect(service.requests.list().filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(findServiceVariable(service, 'staging', 'LOG_LEVEL')).toMatchObject({ value: 'held7-debug' });
  });

  test('names the keys that were not copied', async ({ workbench, service }) => {
    const id = findServiceVariable(service, 'production', 'LOG_LEVEL')?.id ?? '';
    service.faults.add({
      match: { method: 'PATCH', path: `/v1/environment-variables/${id}` },
      status: 500,
    });
    await compareWithProduction(workbench);
    await workbench.run('Copy Variables to Other Side...');
    await workbench.choose(workbench.item(toProduction));
    await pick(workbench, 'LOG_LEVEL', 'ONLY_STAGING', 'PLAIN_OR_SECRET');
    await workbench.dialog.getByRole('button', { name: 'Change in PRODUCTION' }).click();
    const message = workbench.notification(
      `Applied 1 of 3 changes to ${project}/production. Not applied: LOG_LEVEL, PLAIN_OR_SECRET.`,
    );
    await expect(message).toBeVisible();
    await expect(message).not.toContainText('held7-');
    expect(findServiceVariable(service, 'production', 'LOG_LEVEL')).toMatchObject({ value: 'held7-info' });
    await expect(workbench.modified).toContainText('ONLY_STAGING=held7-mine');
    await expect(workbench.modified).toContainText('LOG_LEVEL=held7-info');
  });

  test('follows other changes, and reads again on request', async ({ workbench, service }) => {
    await compareWithProduction(workbench);
    await workbench.environment(project, 'staging').toggle();
    await workbench.tree.getByRole('treeitem', { name: /^Variables for staging/ }).click();
    const row = workbench.tree.getByRole('treeitem', { name: /^LOG_LEVEL, plain/ });
    await workbench.runOn(row, 'Change Variable Value...');
    await expect(workbench.input).toHaveValue('held7-debug');
    await workbench.enter('held7-info');
    await expect(workbench.input).toBeHidden();
    await expect(workbench.original).toContainText('LOG_LEVEL=held7-info');

    fill(service, 'production', { SEEN_LATER: 'held7-later' });
    await workbench.run('Refresh Comparison');
    await expect(workbench.modified).toContainText('SEEN_LATER=held7-later');

    for (const name of ['staging', 'production']) {
      for (const { id, key } of variables(service, findEnvironmentId(service, project, name))) {
        if (key !== 'SAME_ZONE') service.world.variables.delete(id);
      }
    }
    await workbench.run('Refresh Comparison');
    await expect(workbench.modified).toContainText(
      '# Both sides are identical. # Secret values are never shown.',
    );
  });

  test('is restored after a reload, and reports that it belongs to another service', async ({
    workbench,
    service,
  }) => {
    await compareWithProduction(workbench);
    const tab = workbench.tab(`${project}: staging ↔ production`);
    await expect(tab).toBeVisible();
    fill(service, 'production', { SEEN_LATER: 'held7-later' });
    await workbench.reload();
    await expect(tab).toBeVisible();
    await expect(workbench.original).toContainText('LOG_LEVEL=held7-debug');
    await expect(workbench.modified).toContainText('LOG_LEVEL=held7-info');
    await expect(workbench.modified).toContainText('SEEN_LATER=held7-later');
    expect(holdsSecret(workbench)).toBe(false);

    const other = await startService({ seed: 8, live: false });
    await workbench.run('Select Service');
    await workbench.enter(other.url);
    await expect(workbench.modified).toContainText(
      `Couldn't compare the variables. This comparison belongs to ${new URL(service.url).host}`,
    );
    await expect(workbench.modified).not.toContainText('LOG_LEVEL');
    await other.close();
  });
});

test.describe('comparing with a local file', () => {
  test.beforeEach(({ service }) => {
    fill(service, 'staging', { LOG_LEVEL: 'held7-debug', QUOTED: 'held7 "a" # b' });
    fill(service, 'staging', { API_TOKEN: 'held7-token-1' }, true);
  });

  const text = [
    '# mine',
    'LOG_LEVEL=held7-local # as I like it',
    'LOCAL_LINES="held7 one\\nheld7 two"',
    'LOCAL_TOKEN=held7-typed',
    'API_TOKEN=<unchanged>',
    'X=held7-short',
    '',
  ].join('\n');

  test('parses it like dotenv, and copies from it', async ({ workbench, service, folder }) => {
    const file = join(folder, '.env.local');
    writeFileSync(file, text);
    await compareWith(workbench, '.env.local', '.env.local');
    await expect(workbench.modified).toContainText('Right: .env.local');
    await expect(workbench.original).toContainText('LOG_LEVEL=held7-debug');
    await expect(workbench.modified).toContainText('LOG_LEVEL=held7-local');
    await expect(workbench.modified).toContainText('LOCAL_LINES=<only on this side>');
    await expect(workbench.modified).toContainText('API_TOKEN=<cannot be compared> # secret');
    await workbench.run('Copy Variables to Other Side...');
    await workbench.choose(workbench.item(toStaging));
    await expect(workbench.inputPlaceholder).toHaveText(/Can't be copied: (X, API_TOKEN|API_TOKEN, X)/);
    await pick(workbench, 'LOCAL_LINES', 'LOCAL_TOKEN');
    await expect(workbench.dialog).toContainText('Add (2): LOCAL_LINES, LOCAL_TOKEN (secret)');
    await expect(workbench.dialog).toContainText('Not copied: X. A key must have at least 2 characters.');
    await workbench.dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(workbench.original).toContainText('LOCAL_LINES="held7 one\\nheld7 two"');
    expect(findServiceVariable(service, 'staging', 'LOCAL_LINES')).toMatchObject({
      value: 'held7 one\nheld7 two',
      isSecret: false,
    });
    expect(findServiceVariable(service, 'staging', 'LOCAL_TOKEN')).toMatchObject({
      value: 'held7-typed',
      isSecret: true,
    });
    expect(findServiceVariable(service, 'staging', 'LOG_LEVEL')).toMatchObject({ value: 'held7-debug' });
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(holdsSecret(workbench)).toBe(false);
  });

  test('copies to it, keeps its other lines, and follows its changes', async ({ workbench, folder }) => {
    const file = join(folder, '.env');
    writeFileSync(file, text);
    await workbench.row(project).click();
    await workbench.runOn(workbench.environment(project, 'staging'), 'Compare Variables With...');
    await workbench.choose(workbench.item('Local .env File...'));
    await workbench.chooseFile(file);
    await expect(workbench.original).toContainText(`QUOTED='held7 "a" # b'`);
    await workbench.run('Copy Variables to Other Side...');
    await workbench.choose(workbench.item('To .env'));
    await pick(workbench, 'LOG_LEVEL', 'QUOTED');
    await expect(workbench.dialog).toContainText('Change variables for .env?');
    await expect(workbench.dialog).toContainText('Add (1): QUOTED');
    await expect(workbench.dialog).toContainText('Change (1): LOG_LEVEL');
    expect(readFileSync(file, 'utf8')).toBe(text);
    await workbench.dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(workbench.notification('.env: 1 added, 1 changed.')).toBeVisible();
    expect(readFileSync(file, 'utf8')).toBe(
      `${text.replace('held7-local', 'held7-debug')}QUOTED='held7 "a" # b'\n`,
    );
    await expect(workbench.modified).toContainText(`QUOTED='held7 "a" # b'`);

    writeFileSync(file, 'LOG_LEVEL=held7-debug\nFROM_OUTSIDE=held7-new\n');
    await expect(workbench.modified).toContainText('FROM_OUTSIDE=<only on this side>');
    expect(holdsSecret(workbench)).toBe(false);
  });

  test('does not change a file with unsaved changes', async ({ workbench, folder }) => {
    const file = join(folder, '.env');
    writeFileSync(file, text);
    await vscode.window.showTextDocument(vscode.Uri.file(file));
    await workbench.type('# typed');
    await expect(workbench.dirtyTabs).toHaveText('.env');
    await compareWith(workbench, '.env', '.env');
    await expect(workbench.modified).toContainText('LOG_LEVEL=held7-local');
    await workbench.run('Copy Variables to Other Side...');
    await workbench.choose(workbench.item('To .env'));
    await pick(workbench, 'LOG_LEVEL');
    await workbench.dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(workbench.notification('.env has unsaved changes. Save it first.')).toBeVisible();
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

test.describe('comparing on a service that does not list variables', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('compares the variables of your list, reports that, and copies a value', async ({
    workbench,
    service,
    folder,
  }) => {
    fill(service, 'staging', { API_TOKEN: 'held7-token-1' }, true);
    const secret = findServiceVariable(service, 'staging', 'API_TOKEN');
    writeFileSync(join(folder, '.env'), 'API_TOKEN=held7-typed\nNEW_ONE=held7-new\n');
    const environment = await addStagingById(workbench, service);
    await addVariableById(workbench, environment, { id: secret?.id ?? '', key: 'API_TOKEN', isSecret: true });
    await expect(workbench.row('API_TOKEN')).toBeVisible();

    await workbench.runOn(environment, 'Compare Variables With...');
    await workbench.choose(workbench.item(/\.env[^.]*$/).first());
    await expect(workbench.modified).toContainText(
      "# This service can't list variables. # Only variables in your list are compared.",
    );
    await expect(workbench.modified).toContainText('Only in .env, according to your list: 1');
    await expect(workbench.original).toContainText('API_TOKEN=<cannot be compared> # secret');
    await workbench.run('Copy Variables to Other Side...');
    await workbench.choose(workbench.item('To staging'));
    await expect(workbench.inputPlaceholder).toHaveText(/Can't be copied: NEW_ONE/);
    await pick(workbench, 'API_TOKEN');
    await expect(workbench.dialog).toContainText('Change (1): API_TOKEN (secret)');
    await expect(workbench.dialog).toContainText("Not copied: NEW_ONE. This service can't create variables.");
    await workbench.dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(workbench.notification('1 changed.')).toBeVisible();
    expect(findServiceVariable(service, 'staging', 'API_TOKEN')).toMatchObject({
      value: 'held7-typed',
      isSecret: true,
    });
  });
});

/** Returns the variables of an environment in the sample service. */
function variables({ world }: SampleService, id: string) {
  return [...world.variables.values()].filter((one) => one.environmentId === id);
}

function findServiceVariable(service: SampleService, environment: string, key: string) {
  return variables(service, findEnvironmentId(service, project, environment)).find((one) => one.key === key);
}

/** Adds variables to an environment. The first call deletes those of the sample. */
function fill(
  service: SampleService,
  environment: string,
  values: Readonly<Record<string, string>>,
  isSecret = false,
): void {
  const id = findEnvironmentId(service, project, environment);
  const { world } = service;
  for (const one of variables(service, id)) {
    if (!one.value.startsWith('held7')) world.variables.delete(one.id);
  }
  const createdAt = new Date(0).toISOString();
  for (const [key, value] of Object.entries(values)) {
    const variable = { id: world.newId('var'), environmentId: id, key, value, isSecret, createdAt };
    world.variables.set(variable.id, variable);
  }
}

async function compareWithProduction(workbench: HostWindow): Promise<void> {
  await compareWith(workbench, project, `${project} / production`);
  await expect(workbench.modified).toContainText('LOG_LEVEL=held7-info');
}

/** Compares staging with the item that the typed text finds. */
async function compareWith(workbench: HostWindow, typed: string, entry: string): Promise<void> {
  await workbench.row(project).click();
  await workbench.runOn(workbench.environment(project, 'staging'), 'Compare Variables With...');
  await expect(workbench.item(entry).first()).toBeVisible();
  await expect(workbench.item(`${project} / staging`)).toHaveCount(0);
  await workbench.input.fill(typed);
  await expect(workbench.active).toContainText(entry);
  await workbench.input.press('Enter');
  await expect(workbench.input).toBeHidden();
}

/** Selects keys in the open list and accepts them. */
async function pick(workbench: HostWindow, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await workbench.item(key).click();
  await workbench.input.press('Enter');
  await expect(workbench.dialog).toBeVisible();
}

/** Whether a visible text contains a value. All values begin with the same word. */
function holdsSecret(workbench: HostWindow): boolean {
  return /held7-(?:token|hidden|plain|typed)/.test(workbench.seen());
}
