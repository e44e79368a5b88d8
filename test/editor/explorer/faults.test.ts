import type { Fault } from '../../service/faults.ts';
import { expect, test } from '../fixtures.ts';

interface Case {
  readonly name: string;
  readonly fault: Omit<Fault, 'match'>;
  /** The beginning of the paths that the fault applies to. */
  readonly path?: string;
  /** The message, with `{host}` for the host of the service. */
  readonly message: string;
  readonly remedies: readonly string[];
  /** Whether remedies come before *Try Again*. */
  readonly needsRemedy?: true;
}

const html = '<!doctype html><title>Sign in to the network</title>';
const cases: readonly Case[] = [
  {
    name: 'a refused credential',
    fault: { status: 401 },
    message: '{host} rejected the key "HOSTED_MCP_API_KEY" because it\'s invalid or has expired.',
    remedies: ['Use API Key', 'Sign In'],
    needsRemedy: true,
  },
  {
    name: 'a missing permission',
    fault: { status: 403 },
    message: 'Permission denied for "HOSTED_MCP_API_KEY" on {host}: forbidden.',
    remedies: ['Sign In', 'Switch Account'],
    needsRemedy: true,
  },
  {
    name: 'another kind of service',
    path: '/',
    fault: { status: 404, body: 'Not Found' },
    message: "Wrong service: {host} doesn't look like a service that hosts MCP servers.",
    remedies: [],
  },
  {
    name: "a resource that isn't there",
    fault: { status: 404 },
    message: 'Not found on {host}: the item was deleted, or the ID is wrong.',
    remedies: [],
  },
  {
    name: 'too many requests',
    fault: { status: 429, retryAfter: 60 },
    message: 'Too many requests to {host}. Try again in 60 s.',
    remedies: [],
  },
  {
    name: 'a mistake of the service',
    fault: { status: 500 },
    message: "Service error 500: {host} couldn't process the request.",
    remedies: [],
  },
  {
    name: 'a page in place of an answer',
    fault: { status: 200, body: html, contentType: 'text/html' },
    message: "Unexpected response: this extension can't read the response from {host}.",
    remedies: [],
  },
  {
    name: 'an answer of another shape',
    fault: { status: 200, body: {} },
    message: "Unexpected response: this extension can't read the response from {host}.",
    remedies: [],
  },
  {
    name: 'a connection that breaks',
    fault: { drop: 'beforeAnswer' },
    message: "Can't reach {host}. Check the network, the proxy, and the URL.",
    remedies: [],
  },
];

test.describe('the tree explains errors, offers remedies, and recovers from', () => {
  for (const { name, fault, path = '/v1/projects', message, remedies, needsRemedy } of cases) {
    test(name, async ({ service, workbench }) => {
      await expect(workbench.row('weather-tools')).toBeVisible();
      const rows = workbench.tree.getByRole('treeitem');
      const before = await rows.allInnerTexts();
      service.faults.add({ match: { path }, ...fault });
      await workbench.run('Refresh Projects');
      const words = message.replace('{host}', new URL(service.url).host);
      const [first = '', ...others] = needsRemedy ? [...remedies, 'Try Again'] : ['Try Again'];
      await expect(workbench.tree).toContainText(/^Not updated since \d/);
      await expect(workbench.tree).toContainText(words);
      await expect(rows.nth(0)).toHaveText(first);
      await expect(workbench.row(first).tooltip()).toContainText(words);
      for (const [index, text] of others.entries()) await expect(rows.nth(index + 1)).toHaveText(text);
      // The stale rows are still visible.
      const readStaleRows = async () => (await rows.allInnerTexts()).slice(others.length + 1);
      await expect.poll(readStaleRows).toEqual(before);
      service.faults.clear();
      const tryAgain = workbench.row('Try Again');
      await tryAgain.click();
      await expect(workbench.row('weather-tools')).toBeVisible();
      await expect(tryAgain).toHaveCount(0);
      await expect(workbench.tree).not.toContainText('Not updated since');
      await expect.poll(() => rows.allInnerTexts()).toEqual(before);
    });
  }
});

test.describe('a temporary problem', () => {
  test('is never shown', async ({ service, workbench }) => {
    await expect(workbench.row('weather-tools')).toBeVisible();
    service.requests.clear();
    service.faults.add({ match: {}, times: 1, status: 502, body: html, contentType: 'text/html' });
    await workbench.run('Refresh Projects');
    await expect.poll(() => service.requests.list().map(({ status }) => status)).toEqual([502, 200]);
    await expect(workbench.row('weather-tools')).toBeVisible();
    await expect(workbench.row('Try Again')).toHaveCount(0);
  });
});

test('a window that starts with a failure has no rows to keep, and explains the error', async ({
  service,
  workbench,
}) => {
  await expect(workbench.row('weather-tools')).toBeVisible();
  service.faults.add({ match: { path: '/v1/projects' }, status: 500 });
  await workbench.reload();
  const words = `Service error 500: ${new URL(service.url).host} couldn't process the request.`;
  await expect(workbench.tree.getByRole('treeitem')).toHaveText(['Try Again']);
  await expect(workbench.tree).toContainText(words);
});
