import type { SampleService } from '../service/service.ts';
import { environmentId, expect, test } from './fixtures.ts';
import type { Workbench } from './workbench.ts';

const project = 'weather-tools';

test.describe('the document of variables', () => {
  test('shows plain values and stands in for secrets; saving asks with names, then applies', async ({
    workbench,
    service,
    page,
  }) => {
    await open(workbench);
    await expect(lines(workbench)).toContainText('FORECAST_API_KEY=<unchanged>');
    await expect(lines(workbench)).toContainText('LOG_LEVEL=debug');
    await expect(lines(workbench)).not.toContainText('sample-staging-key');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('# kept\nNEW_TOKEN=typed-marker-2 # secret\n');
    await page.keyboard.press('Control+s');
    await expect(workbench.dialog).toContainText('Add (1): NEW_TOKEN (secret)');
    await expect(workbench.dialog).not.toContainText('typed-marker-2');
    expect(held(service, 'NEW_TOKEN')).toBeUndefined();
    await workbench.dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(lines(workbench)).toContainText('NEW_TOKEN=<unchanged>');
    await expect(lines(workbench)).toContainText('# kept');
    await expect(workbench.tab('staging.env')).not.toHaveClass(/dirty/);
    expect(held(service, 'NEW_TOKEN')).toMatchObject({ value: 'typed-marker-2', isSecret: true });
  });
});

function held(service: SampleService, key: string) {
  const id = environmentId(service, project, 'staging');
  return [...service.world.variables.values()].find((one) => one.environmentId === id && one.key === key);
}

async function open(workbench: Workbench): Promise<void> {
  await workbench.row(project).click();
  await workbench.runOn(workbench.environment(project, 'staging'), 'Edit Variables');
  await expect(workbench.tab('staging.env')).toBeVisible();
  await workbench.page.locator('.monaco-editor .view-lines').first().click();
}

function lines(workbench: Workbench) {
  return workbench.page.locator('.editor-instance .view-lines');
}
