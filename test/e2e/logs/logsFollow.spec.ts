import { appendLogs, findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';

test('a followed log loses and repeats no entries, even while requests fail', async ({
  workbench,
  service,
}) => {
  const { logs } = workbench;
  await workbench.openLogs('docs-search', 'quiet');
  await expect(logs.locator('.empty')).toContainText('No entries yet.');
  const id = findEnvironmentId(service, 'docs-search', 'quiet');
  const logged: string[] = [];
  const log = (count: number): void => {
    const texts = Array.from({ length: count }, (_, index) => `entry ${logged.length + index + 1} of all`);
    logged.push(...texts);
    appendLogs(service, id, ...texts);
  };
  const counts = logs.locator('.counts');
  log(1100);
  await expect(counts).toHaveText('1,100 entries');
  service.faults.add({
    match: { path: '^/v1/environments/[^/]+/(latest-)?logs' },
    drop: 'afterWork',
    times: 2,
  });
  log(700);
  await expect(counts).toHaveText('1,800 entries');
  await expect(logs.locator('.row').last()).toContainText(logged.at(-1) ?? '');
});
