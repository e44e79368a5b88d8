import { findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';

const extension = 'vscode://hosted-mcp.hosted-mcp';

test.describe('a link', () => {
  test('of another service is rejected', async ({ workbench, service }) => {
    const id = findEnvironmentId(service, 'weather-tools', 'staging');
    await expect(workbench.row('weather-tools')).toBeVisible();
    service.requests.clear();
    const other = encodeURIComponent('https://other.example');
    workbench.fakeEditor.openLink(`${extension}/environment/${id}/logs?service=${other}`);
    await expect(workbench.notification('different service: other.example')).toBeVisible();
    expect(service.requests.list()).toEqual([]);
  });

  test('to an environment opens its logs', async ({ workbench, service }) => {
    const id = findEnvironmentId(service, 'weather-tools', 'staging');
    workbench.fakeEditor.openLink(`${extension}/environment/${id}/logs`);
    await expect(workbench.tab(/staging/)).toBeVisible();
  });

  test('to a missing or unknown target is reported', async ({ workbench, service }) => {
    workbench.fakeEditor.openLink(`${extension}/environment/no-such-environment`);
    await expect(workbench.notification(/not found|does not exist|no longer|deleted/i)).toBeVisible();
    await expect(workbench.row('weather-tools')).toBeVisible();
    service.requests.clear();
    workbench.fakeEditor.openLink(`${extension}/delete/no-such-environment`);
    await expect(workbench.notification("Couldn't open the link")).toBeVisible();
    expect(service.requests.list().filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});
