import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { withBrowser } from './frameMeasurements.ts';
import { type LivePanel, withLivePanel } from './livePanel.ts';
import { measureFrames } from './measureFrames.ts';
import { type ServiceProcess, startServiceProcess } from './serviceProcess.ts';

const perSecond = 5000;
const sampleMs = 30_000;
/** The wait after the last entry, in which the panel reads everything again that can still change. */
const settleMs = 200_000;
const bytesPerMb = 1024 * 1024;

/**
 * Follows thousands of entries a second in the real workbench, prints samples, and compares the panel's
 * export with the service's entries at the end. Arguments: minutes (10 by default), and the row limit
 * (1,000,000 by default).
 */
async function runFlood(): Promise<number> {
  const minutes = Number(process.argv[2] ?? 10);
  const service = await startServiceProcess('--rate', String(perSecond));
  const folder = mkdtempSync(join(tmpdir(), 'hm-flood-'));
  try {
    return await withBrowser((browser) =>
      withLivePanel(
        browser,
        service,
        (workbench) => workbench.openLogs('weather-tools', 'production'),
        async (panel) => {
          await watch(panel, minutes);
          await service.steer('load', { rate: 0 });
          await watch(panel, settleMs / 60_000);
          await panel.logs.locator('.live').click();
          return compareWithService(await exportLogs(panel, join(folder, 'flood.jsonl')), service);
        },
        { 'hostedMcp.logs.rowLimit': Number(process.argv[3] ?? 1_000_000) },
      ),
    );
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function watch({ page, frame, logs, count, heap }: LivePanel, minutes: number): Promise<void> {
  const end = Date.now() + minutes * 60_000;
  console.log('      left    entries  frame p99  long tasks  page heap  extension host  state');
  while (Date.now() < end) {
    const { p99, longTasks } = await measureFrames(frame, () => page.waitForTimeout(sampleMs));
    const remainingSeconds = Math.round((end - Date.now()) / 1000);
    const notice = (await logs.locator('.notice').allInnerTexts()).join(' ');
    const state = `${await logs.locator('.status').innerText()} ${notice}`;
    console.log(
      [
        `${remainingSeconds} s`.padStart(10),
        (await count()).toLocaleString('en').padStart(10),
        `${p99.toFixed(1)} ms`.padStart(10),
        String(longTasks).padStart(11),
        `${((await heap()) / bytesPerMb).toFixed(0)} MB`.padStart(10),
        `${(readHostMemory() / bytesPerMb).toFixed(0)} MB`.padStart(15),
        ` ${state.replaceAll('\n', ' ')}`,
      ].join(' '),
    );
  }
}

/** Returns the resident memory of the largest extension host on this machine, in bytes. */
function readHostMemory(): number {
  let largest = 0;
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('type=extensionHost')) continue;
      const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [];
      largest = Math.max(largest, Number(kilobytes) * 1024);
    } catch {
      // The process has ended in the meantime.
    }
  }
  return largest;
}

async function exportLogs({ page, workbench }: LivePanel, file: string): Promise<string> {
  await workbench.run('Export Logs...');
  await workbench.item('JSON Lines (.jsonl)').filter({ hasNotText: 'masked' }).click();
  // The dialog fills in its path a little later.
  await page.waitForFunction(() =>
    /weather-tools/.test(
      document.querySelector<HTMLInputElement>('.quick-input-widget input[type="text"]')?.value ?? '',
    ),
  );
  await workbench.input.fill(file);
  // The dialog ignores keys while it reads another folder.
  while (await workbench.input.isVisible()) {
    await workbench.input.press('Enter');
    await page.waitForTimeout(500);
  }
  await workbench
    .notification(/Exported [\d,]+ entries to/)
    .first()
    .waitFor({ timeout: 120_000 });
  return file;
}

/**
 * Compares an exported file with the service. Returns 0 if the file has each entry between its first and its
 * last one as often as the service.
 */
async function compareWithService(
  file: string,
  { url, apiKey, environmentId }: ServiceProcess,
): Promise<number> {
  const serviceCounts = new Map<string, number>();
  const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  let [first, last, rows] = ['', '', 0];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const entry: { timestamp: string; notLoaded?: unknown } = JSON.parse(line);
    if (entry.notLoaded) console.log('Not loaded:', line);
    if (entry.notLoaded) continue;
    rows++;
    first ||= entry.timestamp;
    last = entry.timestamp;
    add(serviceCounts, serializeEntry(entry));
  }
  const since = new Date(Date.parse(first) + 1).toISOString();
  let [lost, repeated, known] = [0, 0, 0];
  let nextToken = '';
  const there = new Map<string, number>();
  do {
    const query = new URLSearchParams({ since, limit: '1000', ...(nextToken && { nextToken }) });
    const response = await fetch(`${url}/v1/environments/${environmentId}/logs?${query}`, {
      headers: { Authorization: `Bearer ${apiKey}` },
    });
    const page = (await response.json()) as { logs: { timestamp: string }[]; nextToken?: string };
    for (const entry of page.logs) add(there, serializeEntry(entry));
    known += page.logs.length;
    nextToken = page.nextToken ?? '';
  } while (nextToken !== '');
  for (const [key, count] of there) {
    const serviceCount = serviceCounts.get(key) ?? 0;
    lost += Math.max(0, count - serviceCount);
    repeated += Math.max(0, serviceCount - count);
  }
  const lostAt = new Map<string, number>();
  for (const [key, count] of there) {
    const missing = count - (serviceCounts.get(key) ?? 0);
    const second = String(JSON.parse(key)[0]).slice(11, 19);
    if (missing > 0) lostAt.set(second, (lostAt.get(second) ?? 0) + missing);
  }
  for (const [second, count] of [...lostAt].sort().slice(0, 40))
    console.log(`Entries lost at ${second}: ${count}`);
  console.log(
    `${rows} entries exported and compared with ${known} entries of the service (${since} to ${last}): ${lost} lost, ${repeated} repeated`,
  );
  return lost + repeated === 0 && known > 0 ? 0 : 1;
}

function serializeEntry(entry: object): string {
  const { timestamp, type, requestId, content, method, durationInMs } = entry as Record<string, unknown>;
  return JSON.stringify([timestamp, type, requestId, content, method, durationInMs]);
}

process.exitCode = await runFlood();
