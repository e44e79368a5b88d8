import { findTreeRow, openEnvironment } from '../e2e/environmentGroups.ts';
import { expect, test } from '../e2e/fixtures.ts';
import { take } from './take.ts';

const shared = {
  version: 1,
  categories: [
    { name: 'Weather today', color: 'blue', intentIds: ['int_forecast_today'] },
    { name: 'Travel', color: 'pink', intentIds: ['int_pack_for_trip', 'int_nowhere'] },
    { name: 'Alerts', color: 'red', intentIds: ['int_severe_weather'] },
    ...['orange', 'yellow', 'green', 'purple', 'gray'].map((color) => ({ name: `In ${color}`, color })),
  ],
};

test.describe('intent categories', () => {
  test.use({
    serviceOptions: { seed: 7, typicalOnly: true },
    sources: { 'team.intent-categories.json': JSON.stringify(shared, null, 2) },
  });

  test('in the tree, created and imported', async ({ workbench, page }, info) => {
    const group = findTreeRow(workbench, /^Intent categories of production/);
    await openEnvironment(workbench, 'weather-tools', 'production');
    await workbench.runOn(workbench.environment('weather-tools', 'production'), 'Create Intent Category...');
    await workbench.input.fill('x'.repeat(101));
    await expect(workbench.inputMessage).toContainText('The name has 101 characters');
    await take(page, info, 'intent-category-name');
    await workbench.enter('Small talk');
    await expect(workbench.item('Automatic')).toBeVisible();
    await take(page, info, 'intent-category-color');
    await workbench.input.press('Enter');
    await expect(findTreeRow(workbench, /^Small talk, intent category/)).toBeVisible();
    await workbench.runOn(group, 'Import Intent Categories...');
    await workbench.choose(workbench.item('team.intent-categories.json'));
    await expect(workbench.dialog).toBeVisible();
    await take(page, info, 'intent-categories-plan');
    await workbench.dialog.getByRole('button', { name: 'Import' }).click();
    await expect(workbench.notification('Created 8 intent categories')).toBeVisible();
    await expect(group).toHaveAccessibleName(/, 9$/);
    await take(page, info, 'intent-categories');
    await workbench.runOn(findTreeRow(workbench, /^Travel, intent category/), 'Delete Intent Category');
    await expect(workbench.dialog).toBeVisible();
    await take(page, info, 'delete-intent-category');
  });
});
