import { listServiceVariables } from '../../kit/serviceVariables.ts';
import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';
import {
  addStagingById,
  addVariableById,
  openVariables,
  variableRow,
  variablesGroup,
} from '../kit/variableRows.ts';

const project = 'weather-tools';

test.describe('the variables of an environment', () => {
  test('are masked rows, with marked secrets; a plain value is revealed and hidden', async ({
    workbench,
    service,
  }) => {
    const plain = listServiceVariables(service).find(({ isSecret }) => !isSecret);
    const secret = listServiceVariables(service).find(({ isSecret }) => isSecret);
    if (!plain || !secret) throw new Error('The sample lacks a kind of variable.');
    await openVariables(workbench);
    await expect(variablesGroup(workbench)).toContainText(String(listServiceVariables(service).length));
    const row = variableRow(workbench, plain.key);
    await expect(row).toHaveAccessibleName(`${plain.key}, plain, value hidden`);
    await expect(variableRow(workbench, secret.key)).toHaveAccessibleName(
      `${secret.key}, secret, value hidden`,
    );
    const tree = workbench.tree;
    for (const { value } of listServiceVariables(service)) await expect(tree).not.toContainText(value);

    await workbench.runOn(row, 'Reveal Variable Value');
    await expect(tree).toContainText(plain.value);
    await expect(row.tooltip()).not.toContainText(plain.value);
    await workbench.runOn(variableRow(workbench, plain.key), 'Hide Variable Values');
    await expect(tree).not.toContainText(plain.value);

    // A click runs the most useful action: it reveals a hidden value, and then edits it.
    await row.click();
    await expect(tree).toContainText(plain.value);
    await row.click();
    await expect(workbench.inputMessage).toContainText(`new value for ${plain.key}`);
    await workbench.input.press('Escape');
    await variableRow(workbench, secret.key).click();
    await expect(workbench.inputMessage).toContainText(`new value for ${secret.key}`);
    await workbench.input.press('Escape');
    await workbench.runOn(row, 'Hide Variable Values');

    await workbench.openMenu(variableRow(workbench, secret.key));
    await expect(workbench.menuitem('Delete Variable')).toBeVisible();
    await expect(workbench.menuitem('Reveal Variable Value')).toHaveCount(0);
    await expect(workbench.menuitem('Copy Variable Value')).toHaveCount(0);
    await workbench.input.press('Escape');

    await workbench.runOn(variableRow(workbench, plain.key), 'Copy Variable Value');
    await expect.poll(() => workbench.clipboard()).toBe(plain.value);
    await workbench.runOn(variableRow(workbench, plain.key), 'Copy Variable Key');
    await expect.poll(() => workbench.clipboard()).toBe(plain.key);
  });

  test('are added: keys are validated while they are typed, and a secret is masked', async ({
    workbench,
    service,
  }) => {
    const taken = listServiceVariables(service)[0]?.key ?? '';
    await openVariables(workbench);
    await workbench.runOn(variablesGroup(workbench), 'Add Variable...');
    for (const [typed, message] of [
      ['A', 'A key must have at least 2 characters.'],
      ['MY KEY', "A key can't contain spaces."],
      ['1ST', 'A key must start with a letter.'],
      [taken, `A variable named "${taken}" already exists.`],
    ] as const) {
      await workbench.input.fill(typed);
      await expect(workbench.inputMessage).toContainText(message);
    }
    await workbench.enter('ACCESS_TOKEN');
    await expect(workbench.item('').first()).toContainText('Secret');
    await workbench.choose(workbench.item('Secret'));
    await expect(workbench.inputTitle).toHaveText('Add Variable (3/3)');
    await expect(workbench.masked).toBeVisible();
    await workbench.input.fill('typed-marker');
    await workbench.inputButton('Back').click();
    await workbench.choose(workbench.item('Plain'));
    // A masked value isn't revealed.
    await expect(workbench.masked).toBeHidden();
    await expect(workbench.input).toHaveValue('');
    await workbench.inputButton('Back').click();
    await workbench.inputButton('Back').click();
    await expect(workbench.input).toHaveValue('ACCESS_TOKEN');
    await expect(workbench.inputButton('Back')).toHaveCount(0);
    await workbench.input.press('Enter');
    await workbench.choose(workbench.item('Secret'));
    await expect(workbench.masked).toBeVisible();
    await expect(workbench.input).toHaveValue('typed-marker');
    await workbench.enter('typed-marker-1');
    await expect(variableRow(workbench, 'ACCESS_TOKEN')).toHaveAccessibleName(
      'ACCESS_TOKEN, secret, value hidden, not deployed',
    );
    expect(findServiceVariable(service, 'ACCESS_TOKEN')).toMatchObject({
      value: 'typed-marker-1',
      isSecret: true,
    });
    await expect(variablesGroup(workbench)).toContainText(String(listServiceVariables(service).length));
  });

  test('keep the input if the service rejects a key, and show its message', async ({
    workbench,
    service,
  }) => {
    await openVariables(workbench);
    await workbench.runOn(variablesGroup(workbench), 'Add Variable...');
    await workbench.enter('NODE_OPTIONS');
    await workbench.choose(workbench.item('Plain'));
    await expect(workbench.inputMessage).toContainText('value of NODE_OPTIONS in ');
    await workbench.enter('--trace-warnings');
    await expect(workbench.inputMessage).toContainText('NODE_OPTIONS: This key is reserved by the service');
    await expect(workbench.input).toHaveValue('--trace-warnings');
    expect(findServiceVariable(service, 'NODE_OPTIONS')).toBeUndefined();
  });

  test('are changed, renamed, made secret, made plain, and deleted', async ({ workbench, service }) => {
    const plain = listServiceVariables(service).find(({ isSecret }) => !isSecret);
    if (!plain) throw new Error('The sample has no plain variable.');
    await openVariables(workbench);
    service.requests.clear();
    await workbench.runOn(variableRow(workbench, plain.key), 'Change Variable Value...');
    await expect(workbench.input).toHaveValue(plain.value);
    await workbench.enter('changed-1');
    await expect(workbench.input).toBeHidden();
    await expect.poll(() => findServiceVariable(service, plain.key)?.value).toBe('changed-1');

    await workbench.runOn(variableRow(workbench, plain.key), 'Rename Variable...');
    await expect(workbench.input).toHaveValue(plain.key);
    await workbench.enter('RENAMED_KEY');
    await expect(workbench.input).toBeHidden();
    await expect(variableRow(workbench, 'RENAMED_KEY')).toBeVisible();
    expect(findServiceVariable(service, 'RENAMED_KEY')).toMatchObject({
      id: plain.id,
      value: 'changed-1',
      isSecret: false,
    });

    await workbench.runOn(variableRow(workbench, 'RENAMED_KEY'), 'Make Variable Secret');
    await expect(workbench.dialog).toContainText(/Make RENAMED_KEY a secret in .* never returns the value/s);
    await workbench.dialog.getByRole('button', { name: 'Make Secret' }).click();
    await expect(variableRow(workbench, 'RENAMED_KEY')).toHaveAccessibleName(
      'RENAMED_KEY, secret, value hidden, not deployed',
    );
    expect(findServiceVariable(service, 'RENAMED_KEY')).toMatchObject({ value: 'changed-1', isSecret: true });

    await workbench.runOn(variableRow(workbench, 'RENAMED_KEY'), 'Make Variable Plain...');
    await expect(workbench.dialog).toContainText('The secret is deleted, and then created again');
    await workbench.dialog.getByRole('button', { name: 'Delete and Re-create' }).click();
    // At first, only the second half fails. The message reports that, and Enter sends the rest.
    service.faults.add({ match: { method: 'POST' }, status: 500, times: 1 });
    await workbench.enter('now-readable');
    await expect(workbench.inputMessage).toContainText('RENAMED_KEY was deleted but');
    expect(findServiceVariable(service, 'RENAMED_KEY')).toBeUndefined();
    await workbench.input.press('Enter');
    await expect(workbench.input).toBeHidden();
    await expect(variableRow(workbench, 'RENAMED_KEY')).toHaveAccessibleName(
      'RENAMED_KEY, plain, value hidden, not deployed',
    );
    expect(findServiceVariable(service, 'RENAMED_KEY')).toMatchObject({
      value: 'now-readable',
      isSecret: false,
    });

    await workbench.runOn(variableRow(workbench, 'RENAMED_KEY'), 'Delete Variable');
    await expect(workbench.dialog).toContainText(`Delete RENAMED_KEY from ${project}/staging?`);
    await workbench.dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(variableRow(workbench, 'RENAMED_KEY')).toHaveCount(0);
    expect(findServiceVariable(service, 'RENAMED_KEY')).toBeUndefined();
  });
});

test.describe('variables of a service that does not list them', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('are added by ID, changed, renamed, and deleted', async ({ workbench, service }) => {
    const secret = listServiceVariables(service).find(({ isSecret }) => isSecret);
    if (!secret) throw new Error('The sample has no secret.');
    const environment = await addStagingById(workbench, service);
    await addVariableById(workbench, environment, secret);
    await expect(workbench.row("This service can't list variables.")).toBeVisible();
    const row = variableRow(workbench, secret.key);

    await workbench.runOn(row, 'Change Variable Value...');
    await expect(workbench.masked).toBeVisible();
    await workbench.enter('rotated-1');
    await expect(workbench.input).toBeHidden();
    await expect
      .poll(() => findServiceVariable(service, secret.key))
      .toMatchObject({ value: 'rotated-1', isSecret: true });

    await workbench.runOn(row, 'Rename Variable...');
    await expect(workbench.input).toHaveValue(secret.key);
    await workbench.enter('ROTATED_KEY');
    await expect(workbench.input).toBeHidden();
    await expect(variableRow(workbench, 'ROTATED_KEY')).toBeVisible();
    expect(findServiceVariable(service, 'ROTATED_KEY')).toMatchObject({
      id: secret.id,
      value: 'rotated-1',
      isSecret: true,
    });

    await workbench.runOn(variableRow(workbench, 'ROTATED_KEY'), 'Delete Variable');
    await workbench.dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(variableRow(workbench, 'ROTATED_KEY')).toHaveCount(0);
    expect(findServiceVariable(service, 'ROTATED_KEY')).toBeUndefined();
  });
});

function findServiceVariable(service: SampleService, key: string) {
  return listServiceVariables(service).find((one) => one.key === key);
}
