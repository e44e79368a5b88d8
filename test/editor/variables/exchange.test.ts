import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { test as base, expect } from '../fixtures.ts';
import { addStagingById, addVariableById } from '../kit/variableRows.ts';
import type { HostWindow } from '../window.ts';

const project = 'weather-tools';
const creation = { method: 'POST', path: '^/v1/environments/[^/]+/environment-variables' };

/** All imported values contain this word. No list, prompt, or message can show it. */
/** Defines a test during which no value becomes visible. */
const test: typeof base = Object.assign(
  (title: string, body: Parameters<typeof base>[1]) =>
    base(title, async (fixtures) => {
      const { workbench } = fixtures;
      const visibleTexts = new Set<string>();
      const look = (): void => {
        for (const locator of [workbench.question, workbench.notification(''), workbench.dialog]) {
          for (const text of locator.allInnerTexts()) if (text.includes('marker-')) visibleTexts.add(text);
        }
      };
      const timer = setInterval(look, 5);
      try {
        await body(fixtures);
      } finally {
        clearInterval(timer);
      }
      look();
      expect([...visibleTexts]).toEqual([]);
    }),
  base,
);

test.describe('importing variables', () => {
  test('from the clipboard adds and changes variables, names skipped lines, and names production', async ({
    workbench,
    service,
  }) => {
    await copy([
      'NEW_TOKEN=marker-1',
      'LOG_LEVEL=marker-2',
      'NEW_PLAIN=marker-3#cut',
      'EMPTY=',
      '1BAD=marker-4',
      'FORECAST_API_KEY=<unchanged>',
      'MARKED=marker-5 # secret',
    ]);
    const before = readServiceVariables(service, 'production');
    await start(workbench, 'production', 'Import Variables...');
    const into = `Import Variables into ${project}/production`;
    await expect(workbench.inputTitle).toHaveText(into);
    await workbench.choose(workbench.item('Clipboard'));
    await expect(workbench.item('Replace all variables')).toContainText(
      "3 variables that aren't in the clipboard will be deleted.",
    );
    await expect(workbench.inputTitle).toHaveText(into);
    await workbench.choose(workbench.item('Add and change variables but keep the others'));
    await expect(workbench.checked).toHaveText([/NEW_TOKEN/, /MARKED/]);
    await expect(workbench.inputTitle).toHaveText(into);
    await expect(workbench.item('')).toHaveCount(3);
    await workbench.input.press('Enter');
    const { dialog } = workbench;
    await expect(dialog).toContainText(`Change variables for ${project}/production?`);
    await expect(dialog).toContainText('Add (3): NEW_TOKEN (secret), NEW_PLAIN, MARKED (secret)');
    await expect(dialog).toContainText('Change (1): LOG_LEVEL');
    await expect(dialog).toContainText(/empty values: EMPTY \(line 4\)/);
    await expect(dialog).toContainText('A key must start with a letter: 1BAD (line 5)');
    await expect(dialog).toContainText('The text after # is a comment');
    await expect(dialog).toContainText('NEW_PLAIN (line 3)');
    expect(readServiceVariables(service, 'production')).toEqual(before);
    await dialog.getByRole('button', { name: 'Change in PRODUCTION' }).click();
    const done = workbench.notification(
      `${project}/production: 3 added, 1 changed. Redeploy to apply. Skipped: EMPTY, 1BAD.`,
    );
    await done.getByRole('button', { name: 'Deploy' }).click();
    await expect(dialog).toContainText(`Deploy ${project}/production?`);
    await expect(dialog).toContainText(
      'Variables changed since the last deployment: NEW_TOKEN, NEW_PLAIN, MARKED, LOG_LEVEL',
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(readServiceVariables(service, 'production')).toEqual({
      ...before,
      NEW_TOKEN: 'secret marker-1',
      LOG_LEVEL: 'plain marker-2',
      NEW_PLAIN: 'plain marker-3',
      MARKED: 'secret marker-5',
    });
  });

  test('from a file replaces existing values; a second import changes nothing', async ({
    workbench,
    service,
    folder,
  }) => {
    const file = join(folder, 'team.env');
    writeFileSync(file, "# KEPT\nLOG_LEVEL='marker-1\nmarker-2'\nADDED=marker-3\n");
    await start(workbench, 'staging', 'Import Variables...');
    await chooseFile(workbench, file);
    await expect(workbench.item('Replace all variables')).toContainText(
      "FORECAST_API_KEY isn't in team.env and will be deleted.",
    );
    await workbench.choose(workbench.item('Replace all variables'));
    await expect(workbench.item('ADDED')).toBeVisible();
    await expect(workbench.checked).toHaveCount(0);
    await workbench.input.press('Enter');
    await expect(workbench.dialog).toContainText('Delete (1): FORECAST_API_KEY (secret)');
    await workbench.dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(workbench.notification('1 added, 1 changed, 1 deleted')).toBeVisible();
    expect(readServiceVariables(service, 'staging')).toEqual({
      LOG_LEVEL: 'plain marker-1\nmarker-2',
      ADDED: 'plain marker-3',
    });

    service.requests.clear();
    await start(workbench, 'staging', 'Import Variables...');
    await chooseFile(workbench, file);
    await expect(
      workbench.notification(/Nothing was changed.* team\.env is already in weather-tools\/staging/),
    ).toBeVisible();
    expect(service.requests.list().filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('rejects texts without variables', async ({ workbench, folder }) => {
    const files = {
      'binary.env': [Buffer.from('AA=\0\n'), "binary.env doesn't contain UTF-8 text"],
      'utf16.env': [Buffer.from('\uFEFFAA=marker-1', 'utf16le'), "utf16.env doesn't contain UTF-8 text"],
      'huge.env': ['A'.repeat(1_000_001), 'huge.env is larger than 1 MB'],
      'words.env': ['nothing but marker-1', 'No KEY=value lines were found in words.env'],
    } as const;
    for (const [name, [content, message]] of Object.entries(files)) {
      writeFileSync(join(folder, name), content);
      await start(workbench, 'staging', 'Import Variables...');
      await chooseFile(workbench, join(folder, name));
      await expect(workbench.notification(message)).toBeVisible();
    }
    await copy(['A=\0']);
    await start(workbench, 'staging', 'Import Variables...');
    await workbench.choose(workbench.item('Clipboard'));
    await expect(workbench.notification('The clipboard contains binary data')).toBeVisible();
    await copy(['EMPTY=', 'A=marker-2']);
    await start(workbench, 'staging', 'Import Variables...');
    await workbench.choose(workbench.item('Clipboard'));
    await workbench.choose(workbench.item('Add and change'));
    await expect(
      workbench.notification(`Nothing was changed in ${project}/staging. Skipped: EMPTY, A.`),
    ).toBeVisible();
  });

  test('imports 2,000 keys with progress, and reports the exact result of a cancellation', async ({
    workbench,
    service,
    folder,
  }) => {
    const file = join(folder, 'many.env');
    const lines = (name: string) => Array.from({ length: 2000 }, (_, at) => `${name}_${at}=marker-${at}`);
    writeFileSync(file, `\uFEFF${lines('FIRST').join('\r\n')}\r\n`);
    const progress = workbench.notification(/^Changing variables for .*staging/);
    service.faults.add({ match: creation, delayMs: 100 });
    await importAll(workbench, file);
    await expect(progress).toContainText(/\d+ of 2000/);
    await expect(workbench.notification('2000 added.')).toBeVisible();
    service.faults.clear();
    expect(readServiceVariables(service, 'staging')).toMatchObject({
      FIRST_0: 'plain marker-0',
      FIRST_1999: 'plain marker-1999',
    });

    writeFileSync(file, `\uFEFF${lines('SECOND').join('\r\n')}\r\n`);
    service.faults.add({ match: creation, delayMs: 400 });
    await importAll(workbench, file);
    await expect(progress).toContainText(/\d+ of 2000/);
    await progress.getByRole('button', { name: 'Cancel' }).click();
    const message = workbench.notification(/Applied \d+ of 2000 changes/);
    await expect(message).toBeVisible();
    const second = () =>
      Object.keys(readServiceVariables(service, 'staging')).filter((key) => key.startsWith('SECOND_')).length;
    const count = second();
    expect(count).toBeLessThan(2000);
    await expect(message).toContainText(`Applied ${count} of 2000 changes to ${project}/staging.`);
    await expect(message).toContainText(`and ${2000 - count - 40} more`);

    service.faults.clear();
    await message.getByRole('button', { name: 'Try Again' }).click();
    await expect(workbench.dialog).toContainText(`Add (${2000 - count})`);
    await workbench.dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(workbench.notification(`${2000 - count} added.`)).toBeVisible();
    expect(second()).toBe(2000);
  });

  test('continues after a failure, with the same answers', async ({ workbench, service, folder }) => {
    const file = join(folder, 'some.env');
    const lines = Array.from({ length: 59 }, (_, at) => `KEY_${at}=marker-${at}`);
    writeFileSync(file, `FIRST_TOKEN=marker-f\n${lines.join('\n')}\nAPI_TOKEN=marker-t\n`);
    // The first 50 variables are created, the others aren't.
    service.faults.add({ match: creation, times: 1, delayMs: 1 });
    service.faults.add({ match: creation, times: 1, status: 500 });
    await importAll(workbench, file);
    const message = workbench.notification(`Applied 50 of 61 changes to ${project}/staging.`);
    await expect(message).toContainText('Not applied: KEY_49, KEY_50');
    await expect(message).toContainText('API_TOKEN');
    expect(Object.keys(readServiceVariables(service, 'staging'))).toHaveLength(52);
    // The extension still has its data after the file was deleted.
    rmSync(file);
    await message.getByRole('button', { name: 'Try Again' }).click();
    await expect(workbench.dialog).toContainText('Add (11): KEY_49');
    await expect(workbench.dialog).toContainText('API_TOKEN (secret)');
    // A secret that was created can't be compared, but isn't sent again.
    await expect(workbench.dialog).not.toContainText('Change (');
    await workbench.dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(workbench.notification('11 added.')).toBeVisible();
    expect(readServiceVariables(service, 'staging')).toMatchObject({
      KEY_58: 'plain marker-58',
      API_TOKEN: 'secret marker-t',
    });
  });

  test('names the rejected key and the reason, in a message that stays', async ({ workbench, service }) => {
    await copy(['FINE=marker-1', 'NODE_OPTIONS=marker-2', 'EMPTY=', 'ALSO_FINE=marker-3']);
    await start(workbench, 'staging', 'Import Variables...');
    await workbench.choose(workbench.item('Clipboard'));
    await workbench.choose(workbench.item('Add and change'));
    await expect(workbench.item('NODE_OPTIONS')).toBeVisible();
    await workbench.input.press('Enter');
    await workbench.dialog.getByRole('button', { name: 'Apply' }).click();
    const message = workbench.notification(
      'Not applied: NODE_OPTIONS (This key is reserved by the service).',
    );
    await expect(message).toContainText('Applied 2 of 3 changes');
    expect(readServiceVariables(service, 'staging')).toMatchObject({
      FINE: 'plain marker-1',
      ALSO_FINE: 'plain marker-3',
    });
    await message.getByRole('button', { name: 'Show Details' }).click();
    const text = workbench.text;
    await expect(text).toContainText('- NODE_OPTIONS: This key is reserved by the service');
    await expect(text).toContainText('- EMPTY (line 3): Skipped.');
    await expect(text).not.toContainText('marker-');
    await expect(message.getByRole('button', { name: 'Try Again' })).toBeVisible();
  });
});

test.describe('exporting variables', () => {
  test('writes a file, changes one in place, and its output can be imported again', async ({
    workbench,
    service,
  }) => {
    change(service, 'LOG_LEVEL', "marker-1 'one' # two\nthree");
    const text = `# FORECAST_API_KEY is a secret. The service doesn't return its value.\nLOG_LEVEL="marker-1 'one' # two\nthree"\n`;
    await start(workbench, 'staging', 'Export Variables...');
    await workbench.choose(workbench.item('File...'));
    const file = await saveAs(workbench, '.env.staging');
    const message = workbench.notification(/1 variable .* \.env\.staging\. 1 secret .* comment/);
    await message.getByRole('button', { name: 'Open' }).click();
    await expect(workbench.tab('.env.staging')).toBeVisible();
    expect(readFileSync(file, 'utf8')).toBe(text);

    // Importing the file again changes nothing, and deletes no secret.
    await start(workbench, 'staging', 'Import Variables...');
    await workbench.choose(workbench.item('.env.staging'));
    await expect(
      workbench.notification(/Nothing was changed.* \.env\.staging is already in weather-tools\/staging/),
    ).toBeVisible();

    writeFileSync(file, '# mine\r\nLOCAL=1\r\nLOG_LEVEL=old#marker # why\r\nFORECAST_API_KEY=own\r\n');
    change(service, 'LOG_LEVEL', 'marker-2');
    await start(workbench, 'staging', 'Export Variables...');
    await workbench.choose(workbench.item('File...'));
    await saveAs(workbench, '.env.staging');
    await workbench.choose(workbench.item('Update the exported keys and keep everything else in the file'));
    await expect(
      workbench.notification(/1 variable .* \.env\.staging\. Not changed in the file: FORECAST_API_KEY\./),
    ).toBeVisible();
    expect(readFileSync(file, 'utf8')).toBe(
      '# mine\r\nLOCAL=1\r\nLOG_LEVEL=marker-2\r\nFORECAST_API_KEY=own\r\n',
    );

    // An unclosed quotation mark would include a part of the following text.
    writeFileSync(file, "OPEN='\n");
    change(service, 'LOG_LEVEL', '# marker-3');
    await start(workbench, 'staging', 'Export Variables...');
    await workbench.choose(workbench.item('File...'));
    await saveAs(workbench, '.env.staging');
    await expect(workbench.inputPlaceholder).toHaveText(/unclosed quotation mark/);
    await expect(workbench.item('')).toHaveCount(1);
    await workbench.choose(workbench.item('Replace the whole file'));
    await expect.poll(() => readFileSync(file, 'utf8')).toContain("\nLOG_LEVEL='# marker-3'\n");
    expect(readFileSync(file, 'utf8')).not.toContain('OPEN');

    await start(workbench, 'staging', 'Export Variables...');
    await workbench.choose(workbench.item('Clipboard'));
    await expect(workbench.notification('1 variable was exported to the clipboard.')).toBeVisible();
    expect(await vscode.env.clipboard.readText()).toBe(readFileSync(file, 'utf8'));
  });

  test('names a value that no .env text can contain', async ({ workbench, service }) => {
    change(service, 'LOG_LEVEL', 'marker-1 \'"`#');
    await start(workbench, 'staging', 'Export Variables...');
    await workbench.choose(workbench.item('Clipboard'));
    await expect(
      workbench.notification("Listed without the value because a .env file can't store it: LOG_LEVEL."),
    ).toBeVisible();
    const text = await vscode.env.clipboard.readText();
    expect(text).toContain("# LOG_LEVEL: the value can't be stored in a .env file.");
    expect(text).not.toContain('marker-1');
  });
});

test.describe('on a service that does not list variables', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('an import changes the variables of your list, and an export contains them', async ({
    workbench,
    service,
  }) => {
    const id = findEnvironmentId(service, project, 'staging');
    const known = [...service.world.variables.values()].find(
      (one) => one.environmentId === id && one.isSecret,
    );
    if (!known) throw new Error('The sample has no secret.');
    const environment = await addStagingById(workbench, service);

    await workbench.runOn(environment, 'Export Variables...');
    await expect(
      workbench.notification(/can't list variables, and your list has no variables for .*staging/),
    ).toBeVisible();

    await addVariableById(workbench, environment, known);

    await copy([`${known.key}=marker-1`, 'NEW_KEY=marker-2']);
    const before = readServiceVariables(service, 'staging');
    await workbench.runOn(environment, 'Import Variables...');
    await workbench.choose(workbench.item('Clipboard'));
    const { dialog } = workbench;
    await expect(dialog).toContainText(`Change (1): ${known.key} (secret)`);
    await expect(dialog).toContainText("can't create variables: NEW_KEY (line 2)");
    await expect(dialog).toContainText('none are deleted');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(
      workbench.notification('staging: 1 changed. Redeploy to apply. Skipped: NEW_KEY.'),
    ).toBeVisible();
    expect(readServiceVariables(service, 'staging')).toEqual({ ...before, [known.key]: 'secret marker-1' });

    await workbench.runOn(environment, 'Export Variables...');
    await workbench.choose(workbench.item('Clipboard'));
    await expect(workbench.notification('Only variables in your list were exported.')).toContainText(
      /1 secret .* comment/,
    );
    expect(await vscode.env.clipboard.readText()).toBe(
      `# ${known.key} is a secret. The service doesn't return its value.\n`,
    );
  });
});

/**
 * Returns the variables of an environment in the sample service, as `plain value` or `secret value` by key.
 */
function readServiceVariables(service: SampleService, environment: string): Readonly<Record<string, string>> {
  const id = findEnvironmentId(service, project, environment);
  return Object.fromEntries(
    [...service.world.variables.values()]
      .filter((one) => one.environmentId === id)
      .map(({ key, value, isSecret }) => [key, `${isSecret ? 'secret' : 'plain'} ${value}`]),
  );
}

/** Changes a variable as another user would. */
function change(service: SampleService, key: string, value: string): void {
  const id = findEnvironmentId(service, project, 'staging');
  const found = [...service.world.variables.values()].find(
    (one) => one.environmentId === id && one.key === key,
  );
  if (!found) throw new Error(`There is no ${key}.`);
  found.value = value;
}

async function start(workbench: HostWindow, name: string, title: string): Promise<void> {
  const row = workbench.environment(project, name);
  if (!(await row.isVisible())) await workbench.row(project).click();
  await workbench.runOn(row, title);
}

async function copy(lines: readonly string[]): Promise<void> {
  await vscode.env.clipboard.writeText(lines.join('\n'));
}

async function chooseFile(workbench: HostWindow, file: string): Promise<void> {
  await workbench.choose(workbench.item('File...'));
  await workbench.chooseFile(file);
}

/** Imports all new variables of a file, with the suggested secrets. */
async function importAll(workbench: HostWindow, file: string): Promise<void> {
  await start(workbench, 'staging', 'Import Variables...');
  await chooseFile(workbench, file);
  await workbench.choose(workbench.item('Add and change'));
  await expect(workbench.item('').first()).toBeVisible();
  await workbench.input.press('Enter');
  await workbench.dialog.getByRole('button', { name: 'Apply' }).click();
}

/** Enters a file name in the dialog, which suggests a file in the workspace. */
async function saveAs(workbench: HostWindow, name: string): Promise<string> {
  await expect(workbench.input).toHaveValue(/\/\.env\.staging$/);
  const file = (await workbench.input.inputValue()).replace(/[^/]*$/, name);
  await workbench.enter(file);
  return file;
}
