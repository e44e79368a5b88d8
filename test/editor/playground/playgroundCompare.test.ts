import { findServicePlayground } from '../../kit/playground.ts';
import { findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import { findTreeRow, listRequestPaths, openEnvironment } from '../kit/environmentGroups.ts';
import { addStagingById } from '../kit/variableRows.ts';
import type { HostWindow } from '../window.ts';

const group = (workbench: HostWindow, name = 'production') =>
  findTreeRow(workbench, new RegExp(`^Playground of ${name}`));

test.describe('the document of a playground', () => {
  test('that another user disabled in the meantime can be compared, and saved on request', async ({
    workbench,
    service,
  }) => {
    const { dialog, dirtyTabs, original, modified } = workbench;
    await openEnvironment(workbench, 'weather-tools', 'production');
    await workbench.runOn(group(workbench), 'Edit Playground');
    await expect(workbench.text).toContainText('"Weather tools"');
    const line = await workbench.selectLine((text) => text.includes('"Weather tools"'));
    await workbench.type(line.replace('Weather tools', 'Weather and more'));
    findServicePlayground(service).isPlaygroundEnabled = false;
    await workbench.save();
    await expect(dialog).toContainText('Enabled: yes → no');
    await dialog.getByRole('button', { name: 'Compare' }).click();
    await expect(workbench.notification('Nothing has been sent yet.')).toBeVisible();
    await expect(original).toContainText('"Weather tools"');
    await expect(original).toContainText('"isPlaygroundEnabled": false');
    await expect(modified).toContainText('"isPlaygroundEnabled": true');
    await expect(modified).toContainText('"Weather and more"');
    await expect(dirtyTabs).not.toHaveCount(0);
    await expect(group(workbench)).toHaveCount(0);
    expect(findServicePlayground(service).serverMetadata?.name).toBe('Weather tools');

    await workbench.save();
    // Another user makes the change before the confirmation, so the extension asks again.
    await expect(dialog).toContainText('Enabled: yes → no');
    const metadata = findServicePlayground(service).serverMetadata;
    if (metadata) metadata.name = 'Named elsewhere';
    await dialog.getByRole('button', { name: 'Overwrite' }).click();
    await expect(dialog).toContainText('Name: "Named elsewhere" → "Weather and more"');
    expect(listRequestPaths(service, '/playground')).not.toContain('PUT');
    await dialog.getByRole('button', { name: 'Overwrite' }).click();
    await expect(dirtyTabs).toHaveCount(0);
    expect(findServicePlayground(service)).toMatchObject({
      isPlaygroundEnabled: true,
      serverMetadata: { name: 'Weather and more', description: 'Forecasts and alerts for cities.' },
    });
  });
});

test.describe('a service that has the specified operations only', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('shows a playground, and reports that it cannot change it', async ({ workbench, service }) => {
    const playground = { isPlaygroundEnabled: true, serverMetadata: null };
    service.world.playgrounds.set(findEnvironmentId(service, 'weather-tools', 'staging'), playground);
    const environment = await addStagingById(workbench, service);
    await environment.toggle();
    await group(workbench, 'staging').click();
    await expect(workbench.row('Describe This Server...')).toBeVisible();
    await workbench.runOn(group(workbench, 'staging'), 'Disable Playground');
    // The response doesn't say whether the environment is production.
    await workbench.dialog.getByRole('button', { name: 'Disable Playground' }).click();
    const message = workbench.notification("doesn't support changing playgrounds");
    await expect(message).toBeVisible();
    await expect(workbench.row("doesn't support changing playgrounds")).toBeVisible();
    await expect(workbench.row('Describe This Server...')).toHaveCount(0);
    const menu = await workbench.menuOf(group(workbench, 'staging'));
    expect(menu).toContain('Open Playground');
    expect(menu.filter((title) => /(Enable|Disable|Edit) Playground/.test(title))).toEqual([]);
    await workbench.runOn(group(workbench, 'staging'), 'Open Playground');
    await expect(workbench.tab('staging')).toBeSelected();
  });
});
