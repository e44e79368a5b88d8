import type { Locator } from '@playwright/test';
import type { SampleService } from '../../service/service.ts';
import { filesBelow } from '../filesBelow.ts';
import { expect, test } from '../fixtures.ts';
import type { Workbench } from '../workbench.ts';

const anyAudit = { method: 'GET', path: '/v1/beacon/audits/' };

test('an environment is audited, followed to its end, and audited again', async ({ workbench, service }) => {
  // As many stages as a person can see; the sample's own would be over soon.
  says(service, { status: 'pending', report: null });
  await workbench.row('billing-mcp').click();
  await workbench.runOn(workbench.environment('billing-mcp', 'staging'), 'Run Audit...');
  // An audit of nothing is none.
  const categories = ['connectivity', 'tool-metadata', 'resource-metadata', 'e2e'];
  for (const one of [...categories, 'performance']) await toggle(workbench, one);
  await workbench.input.press('Enter');
  await expect(workbench.input).toHaveAttribute('placeholder', 'Leave at least one category in');
  expect(posts(service)).toBe(0);
  for (const one of categories) await toggle(workbench, one);
  await workbench.input.press('Enter');
  await expect(
    run(workbench, /^pending, now · without performance, audit of staging of billing-mcp/),
  ).toBeVisible();
  says(service, { status: 'quantum', report: null });
  await expect(run(workbench, /^quantum, /)).toBeVisible();
  service.faults.clear();
  service.clock.advance(60_000);
  const message = workbench.notification('The audit of staging of billing-mcp is finished: 1 warning.');
  await expect(message.getByRole('button', { name: 'Show Report' })).toBeVisible();
  await expect(run(workbench, /^1 warning, now · without performance/)).toBeVisible();
  const first = newest(service);
  expect(first?.projectId).toBeDefined();
  expect(first?.teamId).toBe(service.world.projects.get(first?.projectId ?? '')?.teamId);
  expect([...(first?.excluded ?? [])]).toEqual(['performance']);
  expect(posts(service)).toBe(1);

  // Nothing is asked the second time; then there is something to compare with.
  await again(workbench, /^1 warning, now/);
  await expect(run(workbench, /^staging of billing-mcp, 2 audits/)).toBeVisible();
  service.clock.advance(60_000);
  await message.getByRole('button', { name: 'Compare' }).click();
  await expect(workbench.tab(/^Audit: /)).toHaveAttribute('aria-selected', 'true');
  const page = workbench.webview;
  await expect(page.locator('body')).toContainText('Compared with the previous run');
  expect(posts(service)).toBe(2);

  // From the older report, too, the later one is compared with the older.
  const [newer = '', older = ''] = [newest(service)?.id, first?.id];
  await run(workbench, /^1 warning, now/)
    .last()
    .click();
  await expect(page.locator('.facts')).toContainText(older);
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.locator('.facts')).toContainText(newer);
  await expect(page.locator('body')).toContainText('Compared with the previous run');

  // This one has no report.
  says(service, { status: 'completed', report: null });
  await again(workbench, /^1 warning, now/);
  await expect(run(workbench, /^finished without a report, now · without performance/)).toBeVisible();
  expect(posts(service)).toBe(3);

  // From the palette, only what has something to be compared with is offered; an ID finds it, too.
  await workbench.run('Compare Audit with Previous');
  await expect(workbench.item('staging of billing-mcp')).toHaveCount(1);
  await expect(workbench.item('Another Audit, by ID…')).toBeVisible();
  await workbench.input.fill(newer);
  await expect(workbench.item('staging of billing-mcp')).toContainText(`1 warning · `);
  await workbench.input.press('Escape');
  // What was left out is left out again, of this target alone.
  await workbench.runOn(workbench.environment('billing-mcp', 'staging'), 'Run Audit...');
  await expect(workbench.item('performance').getByRole('checkbox')).toBeChecked();
  await expect(workbench.item('e2e').getByRole('checkbox')).not.toBeChecked();
  await workbench.input.press('Escape');
  await workbench.runOn(workbench.environment('billing-mcp', 'production'), 'Run Audit...');
  await expect(workbench.item('performance').getByRole('checkbox')).not.toBeChecked();
});

test('any HTTPS URL is audited; what is wrong with it is said where it is typed', async ({
  workbench,
  service,
  editor,
}) => {
  says(service, { status: 'pending', report: null });
  await workbench.run('Run Audit...');
  await expect(workbench.item('staging').first()).toBeVisible();
  await workbench.choose(workbench.item('Another URL…'));
  for (const [typed, rule] of [
    ['http://mcp.example.com/mcp', 'must begin with https://'],
    ['https://me:held9@mcp.example.com/mcp', 'must hold no user name or password'],
    ['mcp.example.com', 'Type a whole URL'],
  ] as const) {
    await workbench.enter(typed);
    await expect(workbench.inputMessage).toContainText(rule);
    await expect(workbench.input).toHaveValue(typed);
  }
  await workbench.enter('https://mcp.invalid/mcp?key=held9');
  await expect(workbench.item('e2e')).toBeVisible();
  expect(posts(service)).toBe(0);
  await workbench.input.press('Enter');
  await expect(workbench.inputMessage).toContainText('finds no server named mcp.invalid');
  await expect(workbench.input).toHaveValue('https://mcp.invalid/mcp?key=held9');
  expect(posts(service)).toBe(1);
  // Left by mistake, it is there again.
  await workbench.input.press('Escape');
  await workbench.run('Run Audit...');
  await workbench.choose(workbench.item('Another URL…'));
  await expect(workbench.input).toHaveValue('https://mcp.invalid/mcp?key=held9');
  await workbench.enter('https://mcp.example.com/mcp?key=held9');
  await expect(workbench.item('e2e')).toBeVisible();
  await workbench.input.press('Enter');
  await expect(run(workbench, /^pending, now, audit of mcp\.example\.com\/mcp/)).toBeVisible();
  expect(newest(service)?.targetUrl).toBe('https://mcp.example.com/mcp?key=held9');

  // It goes on after a restart, and its end is told then.
  await workbench.reload();
  await expect(run(workbench, /^pending, /)).toBeVisible();
  service.faults.clear();
  service.clock.advance(60_000);
  await expect(
    workbench.notification('mcp.example.com/mcp is finished: 1 failure, 1 warning.'),
  ).toBeVisible();
  await expect(run(workbench, /^1 failure, 1 warning/)).toBeVisible();
  // What the URL held is sent, and kept nowhere.
  const holding = filesBelow(editor.dataDir).filter(([, text]) => text.includes('held9'));
  expect(holding.map(([name]) => name)).toEqual([]);
  await run(workbench, /^1 failure, 1 warning/).hover();
  await run(workbench, /^1 failure, 1 warning/)
    .getByRole('button', { name: 'Repeat Audit' })
    .click();
  await expect(workbench.input).toHaveValue('https://mcp.example.com/mcp');
});

test('waiting for an audit can be ended; the audit goes on', async ({ workbench, service }) => {
  says(service, { status: 'pending', report: null });
  await auditUrl(workbench, 'https://mcp.example.com/mcp');
  const progress = workbench.notification('Auditing mcp.example.com/mcp: pending');
  await progress.getByRole('button', { name: 'Cancel' }).click();
  await expect(workbench.notification('goes on in the service.')).toBeVisible();
  await expect(progress).toHaveCount(0);
  service.faults.clear();
  service.clock.advance(60_000);
  await expect(run(workbench, /^1 failure, 1 warning/)).toBeVisible();
  await expect(workbench.notification('is finished')).toHaveCount(0);
});

test('an audit can be removed from the history with a key, and brought back', async ({
  workbench,
  service,
}) => {
  says(service, { status: 'failed', report: null });
  await auditUrl(workbench, 'https://mcp.example.com/audit-fails');
  const message = workbench.notification('could not be completed');
  await expect(message.getByRole('button', { name: 'Repeat Audit' })).toBeVisible();
  await run(workbench, /^could not be completed/).click();
  await workbench.runOn(run(workbench, /^could not be completed/), 'Copy Audit ID');
  const id = newest(service)?.id;
  await expect.poll(() => workbench.page.evaluate(() => navigator.clipboard.readText())).toBe(id);
  await run(workbench, /^could not be completed/).focus();
  await workbench.page.keyboard.press('Delete');
  await expect(run(workbench, /^could not be completed/)).toHaveCount(0);
  await expect(workbench.audits.getByRole('button', { name: 'Run Audit' })).toBeVisible();
  await workbench
    .notification('is removed from the history here.')
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(run(workbench, /^could not be completed/)).toBeVisible();
});

test('an audit whose answer is lost, or whose URL is refused, is not sent again', async ({
  workbench,
  service,
}) => {
  await workbench.openAudits();
  await workbench.audits.getByRole('button', { name: 'Run Audit' }).click();
  await workbench.choose(workbench.item('Another URL…'));
  await workbench.enter('https://mcp.example.com/mcp');
  await expect(workbench.item('e2e')).toBeVisible();
  service.faults.add({ match: { method: 'POST' }, drop: 'afterWork', times: 1 });
  await workbench.input.press('Enter');
  await expect(
    workbench.notification('It cannot be told whether an audit of mcp.example.com/mcp was'),
  ).toBeVisible();
  expect(posts(service)).toBe(1);
  // An address that the specification rules out is not sent at all.
  await workbench.row('weather-tools').click();
  await workbench.runOn(workbench.environment('weather-tools', 'production'), 'Run Audit...');
  const refused = workbench.notification(
    /cannot be audited by its own URL\. The URL must begin with https:\/\/.* Its URL is http:\/\//,
  );
  await expect(refused.getByRole('button', { name: 'Another URL…' })).toBeVisible();
  expect(posts(service)).toBe(1);
});

test.describe('a service that has the specified operations only', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('tells no results: the ID of an audit is kept and shown', async ({ workbench, service, page }) => {
    await auditUrl(workbench, 'https://mcp.example.com/mcp');
    const message = workbench.notification('This service does not tell the results of audits here');
    await expect(message).toBeVisible();
    const { id = '' } = newest(service) ?? {};
    await expect(message).toContainText(id);
    await message.getByRole('button', { name: 'Copy ID' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(id);
    const row = run(workbench, /^started, result not told, now, audit of mcp\.example\.com\/mcp/);
    await expect(row).toBeVisible();
    await workbench.reload();
    await expect(run(workbench, /^started, result not told/)).toBeVisible();
    const asked = () => service.requests.list().filter(({ path }) => path.includes(id)).length;
    expect(asked()).toBe(1);
    // The page says why there is no report, also when it was asked for again in vain.
    await run(workbench, /^started, result not told/).click();
    const reason = workbench.webview.getByText('This service does not read audits back.', { exact: false });
    await expect(reason).toBeVisible();
    const before = asked();
    await workbench.webview.getByRole('button', { name: 'Try Again' }).click();
    await expect.poll(asked).toBeGreaterThan(before);
    await expect(reason).toBeVisible();
  });
});

test.describe('nobody is signed in', () => {
  test.use({ connect: 'service' });
  test('the view of the audits offers to', async ({ workbench }) => {
    await workbench.openAudits();
    await expect(workbench.audits).toContainText('Sign in to run audits');
  });
});

/** What the service says of every audit, until its faults are cleared or it says something else. */
function says(service: SampleService, said: Readonly<Record<string, unknown>>): void {
  service.faults.clear();
  const body = {
    id: 'aud',
    targetUrl: 'https://mcp.example.com/',
    createdAt: null,
    durationMs: null,
    ...said,
  };
  service.faults.add({ match: anyAudit, body });
}

/** The audit that was started last. */
function newest({ world }: SampleService) {
  return [...world.audits.values()].at(-1);
}

/** How many audits it was asked to run. */
function posts(service: SampleService): number {
  return service.requests.list().filter(({ method }) => method === 'POST').length;
}

/** A row of the Audits view by what a screen reader says of it. */
function run({ audits }: Workbench, said: RegExp): Locator {
  return audits.getByRole('treeitem', { name: said });
}

/** The button on the row. */
async function again(workbench: Workbench, said: RegExp): Promise<void> {
  const row = run(workbench, said).first();
  await row.hover();
  await row.getByRole('button', { name: 'Repeat Audit' }).click();
}

/** Checks a category to be left out, or takes its check away. */
async function toggle(workbench: Workbench, category: string): Promise<void> {
  await workbench.item(category).getByRole('checkbox').click();
}

/** Audits a server by its URL, from the palette, with everything in it. */
async function auditUrl(workbench: Workbench, url: string): Promise<void> {
  await workbench.run('Run Audit...');
  await workbench.choose(workbench.item('Another URL…'));
  await workbench.enter(url);
  await expect(workbench.item('e2e')).toBeVisible();
  await workbench.input.press('Enter');
}
