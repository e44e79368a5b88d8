import * as vscode from 'vscode';
import type { FakeLocator } from '../../kit/fakeLocator.ts';
import { addServiceVariable, listServiceVariables } from '../../kit/serviceVariables.ts';
import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';
import { addStagingById, addVariableById } from '../kit/variableRows.ts';
import type { HostWindow } from '../window.ts';

const project = 'weather-tools';
const anyVariable = '^/v1/environment-variables/';

test.describe('the document of variables', () => {
  test('reports the exact result if the service fails, and continues after a sign-in', async ({
    workbench,
    service,
  }) => {
    await open(workbench);
    await test.step('reports the exact result if the service fails or its response is lost', async () => {
      addServiceVariable(service, 'REGION', 'north');
      await workbench.clearNotifications();
      await workbench.run('Refresh Projects');
      await expect(lines(workbench)).toContainText('REGION=north');
      await replaceLine(workbench, 'LOG_LEVEL', 'LOG_LEVEL=warn');
      await replaceLine(workbench, 'REGION', '');
      await append(workbench, 'LOST=1');
      // The new variable is created, but the response is lost. Later, a deletion is rejected.
      service.faults.add({ match: { method: 'POST' }, drop: 'afterWork', times: 1 });
      service.faults.add({ match: { method: 'DELETE', path: anyVariable }, status: 403, times: 1 });
      const { ended } = startToSave();
      await apply(workbench);
      await ended;
      await expect(lines(workbench)).toContainText('LOG_LEVEL=warn');
      expect(findServiceVariable(service, 'LOST')?.value).toBe('1');
      expect(findServiceVariable(service, 'LOG_LEVEL')?.value).toBe('debug');
      await expect(dirty(workbench)).toHaveCount(1);
      const again = startToSave();
      await expect(workbench.dialog).toContainText('Change (1): LOG_LEVEL');
      await apply(workbench);
      await again.ended;
      expect(findServiceVariable(service, 'LOG_LEVEL')?.value).toBe('warn');
      expect(findServiceVariable(service, 'REGION')?.value).toBe('north');
      await expect(dirty(workbench)).toHaveCount(1);
      await save(workbench);
      await expect(workbench.dialog).toContainText('Delete (1): REGION');
      await expect(workbench.dialog).not.toContainText('Change (');
      await apply(workbench);
      await expect(dirty(workbench)).toHaveCount(0);
      await expect.poll(() => findServiceVariable(service, 'REGION')).toBeUndefined();
      expect(findServiceVariable(service, 'LOST')?.value).toBe('1');
      expect(findServiceVariable(service, 'LOG_LEVEL')?.value).toBe('warn');
    });

    await test.step('continues after a sign-in in between', async () => {
      await replaceLine(workbench, 'LOG_LEVEL', 'LOG_LEVEL=error');
      await append(workbench, 'ADDED_FIRST=1');
      service.faults.add({ match: { method: 'PATCH', path: anyVariable }, status: 401, times: 1 });
      await save(workbench);
      await apply(workbench);
      await expect(workbench.inputMessage).toContainText('rejected the key');
      expect(findServiceVariable(service, 'ADDED_FIRST')?.value).toBe('1');
      expect(findServiceVariable(service, 'LOG_LEVEL')?.value).toBe('warn');
      await workbench.enter(service.otherApiKey);
      await expect(dirty(workbench)).toHaveCount(0);
      await expect.poll(() => findServiceVariable(service, 'LOG_LEVEL')?.value).toBe('error');
    });
  });

  test('shows changes and deletions of other users before it sends', async ({ workbench, service }) => {
    await open(workbench);
    await test.step('shows changes of other users before it sends, and keeps them', async () => {
      await workbench.clearNotifications();
      await append(workbench, 'OURS=1');
      await replaceLine(workbench, 'LOG_LEVEL', 'LOG_LEVEL=warn');
      addServiceVariable(service, 'THEIRS', 'from-elsewhere');
      const level = findServiceVariable(service, 'LOG_LEVEL');
      if (level) level.value = 'trace';
      await save(workbench);
      await expect(workbench.dialog).toContainText('Changed on the service');
      await expect(workbench.dialog).toContainText('LOG_LEVEL (changed; overwritten by your change)');
      await expect(workbench.dialog).toContainText('THEIRS (added; kept)');
      await expect(workbench.dialog).not.toContainText(/trace|warn|from-elsewhere/);
      await apply(workbench);
      await expect(lines(workbench)).toContainText('THEIRS=from-elsewhere');
      expect(findServiceVariable(service, 'THEIRS')?.value).toBe('from-elsewhere');
      expect(findServiceVariable(service, 'LOG_LEVEL')?.value).toBe('warn');
      expect(findServiceVariable(service, 'OURS')?.value).toBe('1');
      await expect(dirty(workbench)).toHaveCount(0);
    });

    await test.step('reports variables that were deleted by other users, before and after the confirmation', async () => {
      addServiceVariable(service, 'GONE_PLAIN', 'old');
      await workbench.run('Refresh Projects');
      await expect(lines(workbench)).toContainText('GONE_PLAIN=old');
      for (const key of ['GONE_PLAIN', 'FORECAST_API_KEY']) {
        const id = findServiceVariable(service, key)?.id ?? '';
        service.world.variables.delete(id);
      }
      await replaceLine(workbench, 'GONE_PLAIN', 'GONE_PLAIN=new');
      // The secret isn't changed here, so it stays deleted.
      await workbench.run('Review and Apply');
      await expect(workbench.dialog).toContainText('Add (1): GONE_PLAIN');
      await expect(workbench.dialog).toContainText('GONE_PLAIN (deleted; overwritten by your change)');
      await expect(workbench.dialog).toContainText('FORECAST_API_KEY (deleted)');
      await apply(workbench);
      await expect(dirty(workbench)).toHaveCount(0);
      await expect(lines(workbench)).not.toContainText('FORECAST_API_KEY');
      expect(findServiceVariable(service, 'GONE_PLAIN')?.value).toBe('new');

      // A variable that is deleted between the confirmation and the request is named in the message.
      await replaceLine(workbench, 'GONE_PLAIN', 'GONE_PLAIN=newer');
      const { ended } = startToSave();
      await expect(workbench.dialog).toContainText('Change (1): GONE_PLAIN');
      service.world.variables.delete(findServiceVariable(service, 'GONE_PLAIN')?.id ?? '');
      await apply(workbench);
      await ended;
      await expect(lines(workbench)).toContainText('GONE_PLAIN=newer');
      await expect(workbench.squiggles('error').first()).toBeVisible();
      await save(workbench);
      await expect(workbench.dialog).toContainText('Add (1): GONE_PLAIN');
      await apply(workbench);
      await expect(dirty(workbench)).toHaveCount(0);
      expect(findServiceVariable(service, 'GONE_PLAIN')?.value).toBe('newer');
    });
  });

  test('reports the keys that were not applied, and keeps their input', async ({ workbench, service }) => {
    await open(workbench);
    await append(workbench, 'GOOD_TOKEN=typed-marker-3 # secret', 'NODE_OPTIONS=--trace-warnings # mine');
    await save(workbench);
    await apply(workbench);
    const message = workbench.notification("Failed to save 'staging.env'").first();
    await expect(message).toContainText('Applied 1 of 2 changes to weather-tools/staging.');
    await expect(message).toContainText('NODE_OPTIONS (This key is reserved by the service)');
    await expect(message).not.toContainText(/typed-marker-3|trace-warnings/);
    await expect(workbench.notification("Failed to save 'staging.env'").getByRole('button')).toHaveText([
      'Try Again',
      'Show Problems',
    ]);
    await expect(lines(workbench)).toContainText('GOOD_TOKEN=<unchanged> # secret');
    await expect(lines(workbench)).toContainText('NODE_OPTIONS=--trace-warnings # mine');
    await expect(workbench.squiggles('error').first()).toBeVisible();
    await expect(dirty(workbench)).toHaveCount(1);
    expect(findServiceVariable(service, 'GOOD_TOKEN')).toMatchObject({
      value: 'typed-marker-3',
      isSecret: true,
    });

    await replaceLine(workbench, 'NODE_OPTIONS', 'APP_OPTIONS=--trace-warnings # mine');
    await save(workbench);
    await expect(workbench.dialog).toContainText('Add (1): APP_OPTIONS');
    await apply(workbench);
    await expect(dirty(workbench)).toHaveCount(0);
    expect(findServiceVariable(service, 'APP_OPTIONS')?.value).toBe('--trace-warnings');
    await expect(workbench.squiggles('error')).toHaveCount(0);

    await test.step('marks nothing after the change is reverted', async () => {
      await append(workbench, 'NODE_OPTIONS=--trace-warnings');
      const { ended } = startToSave();
      await apply(workbench);
      await ended;
      await expect(workbench.squiggles('error').first()).toBeVisible();
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await expect(dirty(workbench)).toHaveCount(0);
      await expect(workbench.squiggles('error')).toHaveCount(0);
    });
  });

  test('offers to store values that look like secrets as secrets', async ({ workbench, service }) => {
    await open(workbench);
    await append(workbench, 'MY_PASSWORD=typed-marker-5 # of the robot');
    await expect(workbench.squiggles('warning').first()).toBeVisible();
    const document = vscode.window.activeTextEditor?.document;
    const [warning] = document ? vscode.languages.getDiagnostics(document.uri) : [];
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      ...['vscode.executeCodeActionProvider', document?.uri, warning?.range],
    );
    const fix = actions.find(({ title }) => title === 'Make MY_PASSWORD a Secret');
    if (!fix?.edit) throw new Error(`There are only: ${actions.map(({ title }) => title).join(', ')}.`);
    await vscode.workspace.applyEdit(fix.edit);
    await expect(lines(workbench)).toContainText('MY_PASSWORD=typed-marker-5 # secret of the robot');
    await expect(workbench.squiggles('warning')).toHaveCount(0);
    await save(workbench);
    await expect(workbench.dialog).toContainText('Add (1): MY_PASSWORD (secret)');
    await apply(workbench);
    await expect(lines(workbench)).toContainText('MY_PASSWORD=<unchanged> # secret of the robot');
    expect(findServiceVariable(service, 'MY_PASSWORD')).toMatchObject({
      value: 'typed-marker-5',
      isSecret: true,
    });
  });

  test('masks secrets, sends nothing invalid or unconfirmed, and shows the new values', async ({
    workbench,
    service,
  }) => {
    await test.step('sends nothing invalid or unconfirmed', async () => {
      await open(workbench);
      service.requests.clear();
      await append(workbench, 'A=short', 'EMPTY_ONE=', 'two words', 'LOG_LEVEL=again');
      await save(workbench);
      const message = workbench.notification("Failed to save 'staging.env'");
      await expect(message).toContainText('Line 8: A: a key must have at least 2 characters.');
      await expect(message).toContainText('Line 9: EMPTY_ONE has no value.');
      await expect(message).toContainText('Line 10: This line is neither KEY=value nor a comment.');
      await expect(message).toContainText('Line 11: LOG_LEVEL is assigned more than once.');
      await expect(message.getByRole('button')).toHaveText(['Show Problems']);
      // A line has one problem, which contains all reasons.
      await append(workbench, 'B=');
      await expect(workbench.squiggles('error')).toHaveCount(5);
      await expect(workbench.squiggles('error').last()).toHaveText(
        /^B: a key must have at least 2 characters\.\nB has no value\./,
      );
      await replaceLine(workbench, 'B=', '');
      await expect(dirty(workbench)).toHaveCount(1);

      for (const begin of ['A=', 'EMPTY_ONE', 'two words', 'LOG_LEVEL=again'])
        await replaceLine(workbench, begin, '');
      await append(workbench, 'FINE=1');
      await workbench.clearNotifications();
      const { ended } = startToSave();
      await expect(workbench.dialog).toContainText('Add (1): FINE');
      await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
      await ended;
      await expect.poll(() => workbench.fakeEditor.statusTexts.join()).toContain('Nothing was sent.');
      await expect(lines(workbench)).toContainText('FINE=1');
      await expect(dirty(workbench)).toHaveCount(1);
      expect(service.requests.list().filter(({ method }) => method !== 'GET')).toEqual([]);
    });

    await test.step('shows the values of the service after Revert, including newer ones', async () => {
      addServiceVariable(service, 'CAME_LATER', 'new');
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await expect(lines(workbench)).toContainText('CAME_LATER=new');
      await expect(lines(workbench)).not.toContainText('FINE=1');
      await expect(dirty(workbench)).toHaveCount(0);
      addServiceVariable(service, 'REFRESHED', 'newer');
      await workbench.run('Refresh Projects');
      await expect(lines(workbench)).toContainText('REFRESHED=newer');
      await append(workbench, 'TYPED=2');
      await save(workbench);
      await expect(workbench.dialog).toContainText('Add (1): TYPED');
      await expect(workbench.dialog).not.toContainText(/CAME_LATER|REFRESHED/);
      await apply(workbench);
      await expect(dirty(workbench)).toHaveCount(0);
    });

    await test.step('masks secrets; saving confirms the names, applies the changes, and shows the new values', async () => {
      await workbench.clearNotifications();
      await expect(lines(workbench)).toContainText('FORECAST_API_KEY=<unchanged> # secret');
      await expect(lines(workbench)).toContainText('LOG_LEVEL=debug');
      await expect(lines(workbench)).not.toContainText(
        findServiceVariable(service, 'FORECAST_API_KEY')?.value ?? '',
      );
      await append(workbench, '# kept', 'NEW_TOKEN=typed-marker-2 # secret', "LINES='one", "two # three'");
      await replaceLine(workbench, 'LOG_LEVEL', 'LOG_LEVEL=info # as in production');
      await save(workbench);
      await expect(workbench.dialog).toContainText(`Change variables for ${project}/staging?`);
      await expect(workbench.dialog).toContainText('Add (2): NEW_TOKEN (secret), LINES');
      await expect(workbench.dialog).toContainText('Change (1): LOG_LEVEL');
      await expect(workbench.dialog).not.toContainText(/typed-marker-2|two|info/);
      expect(findServiceVariable(service, 'NEW_TOKEN')).toBeUndefined();
      await apply(workbench);
      await expect(lines(workbench)).toContainText('NEW_TOKEN=<unchanged> # secret');
      await expect(lines(workbench)).toContainText('# kept');
      await expect(lines(workbench)).toContainText('LOG_LEVEL=info # as in production');
      await expect(dirty(workbench)).toHaveCount(0);
      expect(findServiceVariable(service, 'NEW_TOKEN')).toMatchObject({
        value: 'typed-marker-2',
        isSecret: true,
      });
      expect(findServiceVariable(service, 'LINES')?.value).toBe('one\ntwo # three');
      expect(findServiceVariable(service, 'LOG_LEVEL')?.value).toBe('info');
      await expect(
        workbench.notification('weather-tools/staging: 2 added, 1 changed. Redeploy to apply.'),
      ).toBeVisible();

      // The next change is relative to the saved text.
      await replaceLine(workbench, 'NEW_TOKEN', '');
      await save(workbench);
      await expect(workbench.dialog).toContainText('Delete (1): NEW_TOKEN (secret)');
      await expect(workbench.dialog).not.toContainText(/Add|Change \(/);
      await apply(workbench);
      await expect(dirty(workbench)).toHaveCount(0);
      await expect.poll(() => findServiceVariable(service, 'NEW_TOKEN')).toBeUndefined();
      await startToSave().ended;
      await expect(workbench.dialog).toHaveCount(0);
    });
  });

  test('accepts large values, and texts from other systems', async ({ workbench, service }) => {
    await open(workbench);
    const large = 'x1 #'.repeat(16_384);
    await workbench.goToEnd();
    await workbench.type(`\uFEFFWITH_MARK=1\r\nLARGE="${large}"\r\nLINES="one\r\ntwo"\r\n`);
    await save(workbench);
    await expect(workbench.dialog).toContainText('Add (3): WITH_MARK, LARGE, LINES');
    await apply(workbench);
    await expect(dirty(workbench)).toHaveCount(0);
    expect(findServiceVariable(service, 'LARGE')?.value).toBe(large);
    expect(findServiceVariable(service, 'LINES')?.value).toBe('one\ntwo');
    expect(findServiceVariable(service, 'WITH_MARK')?.value).toBe('1');
  });
});

test.describe('the document on a service that does not list variables', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('contains the variables of your list, and changes them', async ({ workbench, service }) => {
    const plain = findServiceVariable(service, 'LOG_LEVEL');
    if (!plain) throw new Error('The sample has no LOG_LEVEL.');
    const environment = await addStagingById(workbench, service);
    await addVariableById(workbench, environment, plain);
    await workbench.runOn(environment, 'Edit Variables');
    await expect(lines(workbench)).toContainText("can't list variables");
    await expect(lines(workbench)).toContainText('LOG_LEVEL=<unchanged>');

    await append(workbench, 'NEW_ONE=1');
    await save(workbench);
    await expect(workbench.notification(/can't create variables.*: NEW_ONE\./)).toBeVisible();
    await replaceLine(workbench, 'NEW_ONE', '');
    await replaceLine(workbench, 'LOG_LEVEL', 'LOG_LEVEL=typed-marker-4');
    await save(workbench);
    await expect(workbench.dialog).toContainText('Change (1): LOG_LEVEL');
    await apply(workbench);
    await expect(lines(workbench)).toContainText('LOG_LEVEL=<unchanged>');
    expect(findServiceVariable(service, 'LOG_LEVEL')).toMatchObject({
      value: 'typed-marker-4',
      isSecret: false,
    });
  });
});

function findServiceVariable(service: SampleService, key: string) {
  return listServiceVariables(service).find((one) => one.key === key);
}

async function open(workbench: HostWindow): Promise<void> {
  await workbench.row(project).click();
  await workbench.runOn(workbench.environment(project, 'staging'), 'Edit Variables');
  await expect(workbench.tab('staging.env')).toBeVisible();
  await expect(lines(workbench)).toContainText('LOG_LEVEL');
}

/** Types lines at the end of the document. */
async function append(workbench: HostWindow, ...typed: readonly string[]): Promise<void> {
  await workbench.goToEnd();
  await workbench.type(`${typed.join('\n')}\n`);
}

async function replaceLine(workbench: HostWindow, begin: string, typed: string): Promise<void> {
  await workbench.selectLine((text) => text.startsWith(begin));
  await workbench.type(typed);
}

async function save(workbench: HostWindow): Promise<void> {
  await workbench.save();
}

/** Starts to save the document. `ended` also resolves if that fails. */
const startToSave = () => ({ ended: vscode.commands.executeCommand('workbench.action.files.save') });

async function apply({ dialog }: HostWindow): Promise<void> {
  await dialog.getByRole('button', { name: 'Apply' }).click();
}

function lines({ text }: HostWindow): FakeLocator {
  return text;
}

function dirty({ dirtyTabs }: HostWindow): FakeLocator {
  return dirtyTabs;
}
