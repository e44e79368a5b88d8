import * as vscode from 'vscode';
import { listServiceVariables } from '../../kit/serviceVariables.ts';
import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';
import { openVariables, variableRow } from '../kit/variableRows.ts';

const take = 'Use Value from Clipboard';

test.describe('a revealed value', () => {
  test('is hidden when the window loses the focus', async ({ workbench, service }) => {
    const plain = listServiceVariables(service).find(({ isSecret }) => !isSecret);
    if (!plain) throw new Error('The sample has no plain variable.');
    await openVariables(workbench);
    await expect(variableRow(workbench, plain.key)).toContainText('••••');
    await expect(variableRow(workbench, plain.key).tooltip()).toContainText('Click to reveal it.');
    await expect(variableRow(workbench, 'FORECAST_API_KEY')).toContainText('secret');
    await variableRow(workbench, plain.key).click();
    await expect(workbench.tree).toContainText(plain.value);
    workbench.setFocused(false);
    await expect(workbench.tree).not.toContainText(plain.value);
    workbench.setFocused(true);
    await expect(variableRow(workbench, plain.key)).toHaveAccessibleName(`${plain.key}, plain, value hidden`);
  });
});

test.describe('a multiline value', () => {
  test('is pasted with a button, up to 64 KB and more, and kept if the service fails', async ({
    workbench,
    service,
  }) => {
    const large = `${'0123456789abcde\n'.repeat(4096)}the end, ✓`;
    await openVariables(workbench);
    await workbench.runOn(variableRow(workbench, 'FORECAST_API_KEY'), 'Change Variable Value...');
    await vscode.env.clipboard.writeText('');
    await workbench.inputButton(take).click();
    await expect(workbench.inputMessage).toContainText('The clipboard contains no text.');
    await vscode.env.clipboard.writeText(large);
    await workbench.inputButton(take).click();
    await expect(workbench.inputMessage).toContainText('4,097 lines');
    service.faults.add({ match: { method: 'PATCH' }, status: 403, times: 1 });
    await workbench.input.press('Enter');
    await expect(workbench.inputMessage).toContainText('Permission denied');
    await workbench.input.press('Enter');
    await expect(workbench.input).toBeHidden();
    expect(findServiceVariable(service, 'FORECAST_API_KEY')?.value === large).toBe(true);
  });

  test('stays in its prompt while the service limits requests', async ({ workbench, service }) => {
    await openVariables(workbench);
    await workbench.runOn(variableRow(workbench, 'FORECAST_API_KEY'), 'Change Variable Value...');
    await workbench.input.fill('a-new-value');
    service.faults.add({ match: { method: 'PATCH' }, status: 429, retryAfter: 40 });
    await workbench.input.press('Enter');
    await expect(workbench.inputMessage).toContainText(/Trying again in (3\d|40) s/);
    await workbench.input.press('Escape');
    await expect(workbench.input).toBeHidden();
    expect(service.requests.list().filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  });

  test('is edited in the document, which its prompt opens', async ({ workbench, service }) => {
    const plain = findServiceVariable(service, 'LOG_LEVEL');
    if (!plain) throw new Error('The sample lacks this variable.');
    plain.value = 'one\ntwo';
    await openVariables(workbench);
    await workbench.runOn(variableRow(workbench, 'LOG_LEVEL'), 'Change Variable Value...');
    await expect(workbench.inputPlaceholder).toHaveText(/multiline/);
    await workbench.inputButton('Edit Variables').click();
    await expect(workbench.input).toBeHidden();
    await expect(workbench.text).toContainText('LOG_LEVEL=');
    await expect(workbench.notification('')).toHaveCount(0);
    expect(plain.value).toBe('one\ntwo');
  });
});

function findServiceVariable(service: SampleService, key: string) {
  return listServiceVariables(service).find((one) => one.key === key);
}
