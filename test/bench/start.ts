import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '../harness/browser.ts';
import { startEditor } from '../harness/editor.ts';
import { currentEditor } from '../harness/editorInstall.ts';
import { quietSettings } from '../harness/settings.ts';
import type { Measurement } from './measurement.ts';
import { startServiceProcess } from './serviceProcess.ts';
import { sized } from './size.ts';
import { timeClick } from './startClick.ts';
import { type StartPair, timeStarts } from './startHost.ts';
import { buildVariants } from './startVariants.ts';
import { measureInTurns, median, quantile } from './statistics.ts';

const rounds = sized(15, 1);
const warmUps = sized(1, 0);
const projects = sized(1000, 20);

/**
 * Measures the startup in real extension hosts, each of them a new one, and the time after a click on the
 * activity bar.
 */
export async function run(): Promise<Measurement[]> {
  const variants = await buildVariants();
  const service = await startServiceProcess('--projects', String(projects));
  const folder = mkdtempSync(join(tmpdir(), 'hm-bench-'));
  // The row of this file shows that a window is ready.
  writeFileSync(join(folder, 'readme.txt'), '');
  const editor = await startEditor({
    editor: currentEditor,
    isAutomated: true,
    isLean: true,
    settings: { ...quietSettings, 'hostedMcp.baseUrl': service.url },
    env: { HOSTED_MCP_BASE_URL: service.url, HOSTED_MCP_API_KEY: service.apiKey },
  });
  const browser = await launchBrowser();
  try {
    const { shipped, whole, minimal } = variants;
    const starts = await timeStarts(
      { browser, editor, folder, ...variants },
      { rounds, warmUps },
      { shipped, whole },
    );
    const headers = { Authorization: `Bearer ${service.apiKey}` };
    const click = (extension: string, title: string) => () =>
      timeClick(browser, editor, folder, { extension, title });
    const clickTasks = { shipped: click(shipped, 'Hosted MCP'), bare: click(minimal, 'Bare') };
    const clicks = { shipped: [] as number[], bare: [] as number[] };
    for (let round = 1 - warmUps; round <= rounds; round++) {
      for (const name of ['shipped', 'bare'] as const) {
        const time = await clickTasks[name]();
        if (round > 0) clicks[name].push(time);
      }
    }
    const { request } = await measureInTurns(rounds, {
      request: async () => (await fetch(`${service.url}/v1/projects`, { headers })).json(),
    });
    return [...createStartMeasurements(starts), ...createClickMeasurements(clicks, request)];
  } finally {
    await browser.close();
    await editor.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
    variants.remove();
  }
}

function createStartMeasurements({
  shipped,
  whole,
}: Record<'shipped' | 'whole', readonly StartPair[]>): Measurement[] {
  const loads = (pairs: readonly StartPair[], index: 0 | 1) =>
    pairs.map(({ measured }) => measured.load[index]);
  const activations = shipped.map(({ measured, empty }) => measured.activate[0] - empty.activate[0]);
  const both = shipped.map(({ measured, empty }) => measured.whole - empty.whole);
  const baselineName = 'Same code in one file';
  const p95 = (times: readonly number[]) => quantile(times, 0.95);
  const line = (name: string, value: number) => ({
    name: `Startup in an extension host: ${name}`,
    value,
    unit: 'ms',
  });
  return [
    {
      ...line('loading the code', median(loads(shipped, 0))),
      baseline: { value: median(loads(whole, 0)), name: baselineName },
      budget: { quantity: 'ratio', max: 1 },
    },
    {
      ...line('loading the code, 95th percentile', p95(loads(shipped, 0))),
      baseline: { value: p95(loads(whole, 0)), name: baselineName },
    },
    {
      ...line('loading the code, processor time', median(loads(shipped, 1))),
      baseline: { value: median(loads(whole, 1)), name: baselineName },
    },
    {
      ...line('activating, beyond an empty extension', median(activations)),
      budget: { quantity: 'value', max: 15 },
    },
    line('activating, beyond an empty extension, 95th percentile', p95(activations)),
    line('total wait of the editor, beyond an empty extension', median(both)),
    line('total wait of the editor, beyond an empty extension, 95th percentile', p95(both)),
  ];
}

function createClickMeasurements(
  clicks: Record<'shipped' | 'bare', readonly number[]>,
  request: number,
): Measurement[] {
  const name = `Click on the activity bar to rendered rows of ${projects.toLocaleString('en')} projects`;
  const value = median(clicks.shipped);
  const minimal = { value: median(clicks.bare), name: 'Minimal extension with the same request' };
  return [
    { name, value, unit: 'ms', baseline: minimal },
    {
      name: `${name}, 95th percentile`,
      value: quantile(clicks.shipped, 0.95),
      unit: 'ms',
      baseline: { ...minimal, value: quantile(clicks.bare, 0.95) },
    },
    { name, value, unit: 'ms', baseline: { value: request, name: 'Request alone' } },
  ];
}
