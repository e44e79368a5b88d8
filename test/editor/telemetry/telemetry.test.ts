import { readYaml } from '../../harness/readYaml.ts';
import { findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import { findTreeRow, listRequestPaths, openEnvironment } from '../kit/environmentGroups.ts';
import { addStagingById } from '../kit/variableRows.ts';
import type { HostWindow } from '../window.ts';

const project = 'weather-tools';
const group = (workbench: HostWindow, name = 'production') =>
  findTreeRow(workbench, new RegExp(`^Telemetry destinations of ${name}`));
const copyConfiguration = 'Copy Telemetry Destinations as Collector Configuration';
const clipboard = (workbench: HostWindow) => workbench.clipboard();

test.describe('telemetry destinations', () => {
  test('are counted on their group once they are loaded; a suspended one is marked with text', async ({
    workbench,
    service,
  }) => {
    // Two deployments have failed.
    await expect(workbench.badge).toHaveText('2');
    const id = findEnvironmentId(service, project, 'production');
    const path = `/v1/environments/${id}/telemetry-destinations`;
    service.faults.add({ match: { path }, delayMs: 3000, times: 1 });
    await openEnvironment(workbench, project, 'production');
    // Slow data doesn't delay other rows.
    await expect(findTreeRow(workbench, /^Variables for production/)).toBeVisible();
    await expect(group(workbench)).toHaveCount(0);
    await expect(group(workbench)).toContainText('1 suspended');
    const text =
      'Traces export to traces.example.com/v1/traces is suspended: the receiver rejected the credentials';
    await expect(group(workbench)).toHaveAccessibleName(
      `Telemetry destinations of production, 1 suspended, ${text}`,
    );
    expect(listRequestPaths(service, '/telemetry-destinations')).toEqual(['GET']);
    // The row of the environment is marked as well. The view counts only failures, which are known without expanding.
    await expect(workbench.environment(project, 'production')).toHaveAccessibleName(
      /, 1 telemetry destination is suspended$/,
    );
    await expect(workbench.environment(project, 'production')).toContainText(/telemetry issue · \w+$/);
    expect((await workbench.environment(project, 'production').one()).item.resourceUri).not.toBe(undefined);
    await expect(workbench.badge).toHaveText('2');

    await group(workbench).click();
    const logs = findTreeRow(workbench, 'Logs to otlp.example.com/v1/logs, HTTP/protobuf, active');
    const traces = findTreeRow(
      workbench,
      /^Traces to traces\.example\.com\/v1\/traces, HTTP\/JSON, suspended, /,
    );
    await expect(logs).toBeVisible();
    await expect(traces).toHaveAccessibleName(
      `Traces to traces.example.com/v1/traces, HTTP/JSON, suspended, ${text}`,
    );
    // The rows use the data that the group has already read.
    expect(listRequestPaths(service, '/telemetry-destinations')).toEqual(['GET']);

    // Help is in the tooltip and on the page, which a click opens.
    for (const words of [
      'Suspended: the receiver rejected',
      'Get a valid key or token from the receiver',
      'reactivate this destination',
      'Intentional requests only',
    ]) {
      await expect(traces.tooltip()).toContainText(words);
      await expect(workbench.row(words)).toHaveCount(0);
    }
    await traces.click();
    await expect(workbench.tab(/\/production$/)).toBeSelected();
    expect(await workbench.menuOf(traces)).not.toContain('Copy Telemetry Header Value');
    await workbench.runOn(logs, 'Copy Telemetry Header Value');
    await workbench.choose(workbench.item('x-dataset'));
    await expect.poll(() => clipboard(workbench)).toBe('weather');
    expect(workbench.seen()).not.toContain('weather,');
    const destinations = service.world.telemetry.get(id) ?? [];
    await workbench.runOn(logs, 'Copy ID');
    await expect.poll(() => clipboard(workbench)).toBe(destinations[0]?.id);

    // Destinations that work have no rows.
    service.world.telemetry.set(id, destinations.slice(0, 1));
    await workbench.run('Refresh Projects');
    await expect(group(workbench)).toHaveCount(0);
    await expect(logs).toHaveCount(0);
    await expect(workbench.badge).toHaveText('2');
  });

  test('explain why they cannot be read, have distinct names on one host, and explain how to reactivate them', async ({
    workbench,
    service,
  }) => {
    await test.step('explain in their group why they cannot be read, with remedies and without messages', async () => {
      const path = `/v1/environments/${findEnvironmentId(service, project, 'production')}/telemetry-destinations`;
      for (const [status, words, remedy] of [
        [404, 'the ID is wrong', 'Try Again'],
        [500, 'Service error 500', 'Try Again'],
        [401, 'rejected the key', 'Use API Key'],
      ] as const) {
        service.faults.clear();
        service.faults.add({ match: { path }, status });
        if (status === 404) {
          await openEnvironment(workbench, project, 'production');
          await expect(group(workbench)).toHaveAccessibleName('Telemetry destinations of production');
          await group(workbench).click();
        } else await workbench.row('Try Again').click();
        await expect(workbench.row(words)).toBeVisible();
        await expect(workbench.row(remedy)).toBeVisible();
      }
      await expect(workbench.notification('')).toHaveCount(0);
      service.faults.clear();
      await workbench.row('Try Again').click();
      await expect(findTreeRow(workbench, /^Logs to otlp/)).toBeVisible();
      await expect(group(workbench)).toContainText('1 suspended');
    });

    await test.step('have distinct names on one host, and a suspended one explains how to reactivate it', async () => {
      const id = findEnvironmentId(service, project, 'production');
      const [, traces] = service.world.telemetry.get(id) ?? [];
      if (!traces) throw new Error('The sample has fewer than two destinations.');
      const at = (name: string, path: string) => ({
        ...traces,
        id: name,
        endpoint: `https://traces.example.com/${path}`,
      });
      service.world.telemetry.set(id, [
        at('tel_a', 'one'),
        at('tel_b', 'two?token=held9'),
        at('tel_c', 'two'),
      ]);
      await workbench.run('Refresh Projects');
      for (const where of ['one', 'two (tel_b)', 'two (tel_c)']) {
        await expect(workbench.row(`suspended · traces.example.com/${where}`)).toBeVisible();
      }
      await workbench.runOn(group(workbench), 'Open Telemetry Destinations');
      await expect(workbench.tab(/\/production$/)).toBeSelected();
      expect(workbench.seen()).not.toContain('held9');
    });
  });

  test('have no row if there are none, but the menu of their environment opens them', async ({
    workbench,
    service,
  }) => {
    await openEnvironment(workbench, project, 'staging');
    await expect.poll(() => listRequestPaths(service, '/telemetry-destinations')).toEqual(['GET']);
    await expect(group(workbench, 'staging')).toHaveCount(0);
    await workbench.runOn(workbench.environment(project, 'staging'), 'Open Telemetry Destinations');
    await expect(workbench.tab(/\/staging$/)).toBeSelected();
  });

  test('are copied as a Collector configuration, all or one, without secrets', async ({
    workbench,
    service,
  }) => {
    await openEnvironment(workbench, project, 'production');
    await workbench.runOn(group(workbench), copyConfiguration);
    await expect
      .poll(async () => Object.keys(Object(readYaml(await clipboard(workbench)))))
      .toContain('exporters');
    expect(readYaml(await clipboard(workbench))).toMatchObject({
      exporters: {
        'otlphttp/logs_otlp_example_com': {
          logs_endpoint: 'https://otlp.example.com/v1/logs',
          encoding: 'proto',
          headers: {
            // biome-ignore lint/suspicious/noTemplateCurlyInString: the Collector's own form.
            'x-api-key': '${env:OTLP_LOGS_OTLP_EXAMPLE_COM_X_API_KEY}',
            'x-dataset': 'weather',
          },
        },
      },
      service: { pipelines: { logs: { exporters: ['otlphttp/logs_otlp_example_com'] } } },
    });
    // The configuration contains suspended destinations as comments, but in no pipeline.
    const copied = Object(readYaml(await clipboard(workbench)));
    expect([Object.keys(copied.exporters), Object.keys(copied.service.pipelines)]).toEqual([
      ['otlphttp/logs_otlp_example_com'],
      ['logs'],
    ]);
    expect(await clipboard(workbench)).toContain('# Suspended by the service: ');
    await group(workbench).click();
    await workbench.runOn(findTreeRow(workbench, /^Logs to otlp/), copyConfiguration);
    await expect.poll(() => clipboard(workbench)).not.toContain('traces');
    await workbench.runOn(findTreeRow(workbench, /^Traces to/), copyConfiguration);
    await expect(workbench.notification('commented out')).toBeVisible();

    // Explains the missing configuration for one destination and for all.
    const id = findEnvironmentId(service, project, 'production');
    const [one] = service.world.telemetry.get(id) ?? [];
    if (!one) throw new Error('The sample has fewer than two destinations.');
    service.world.telemetry.set(id, [{ ...one, endpoint: '', status: 'suspended' }]);
    await workbench.run('Refresh Projects');
    const destination = findTreeRow(workbench, /^Logs to no endpoint/);
    await workbench.runOn(destination, copyConfiguration);
    await expect(workbench.notification("didn't report both for this destination")).toBeVisible();
    await workbench.runOn(group(workbench), copyConfiguration);
    await expect(workbench.notification('requires a destination')).toBeVisible();
  });
});

test.describe('a service that has the specified operations only', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('lists telemetry destinations as well', async ({ workbench, service }) => {
    service.world.telemetry.set(
      findEnvironmentId(service, project, 'staging'),
      service.world.telemetry.get(findEnvironmentId(service, project, 'production')) ?? [],
    );
    const environment = await addStagingById(workbench, service);
    await environment.toggle();
    await expect(group(workbench, 'staging')).toContainText('1 suspended');
    await group(workbench, 'staging').click();
    await expect(
      findTreeRow(workbench, 'Logs to otlp.example.com/v1/logs, HTTP/protobuf, active'),
    ).toBeVisible();
  });
});
