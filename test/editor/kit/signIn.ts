import type { SampleService } from '../../service/service.ts';
import { createBrowser } from '../../unit/auth/browser.ts';
import { expect } from '../fixtures.ts';
import type { HostWindow } from '../window.ts';

interface BrowserOptions {
  /** The fields of the form on the sign-in page. Default: those of the sample user. */
  readonly fields?: Record<string, string>;
  readonly browser?: ReturnType<typeof createBrowser>;
}

/** Confirms the sign-in, completes it in the browser, and returns the page after it. */
export async function acceptSignIn(
  workbench: HostWindow,
  service: SampleService,
  options?: BrowserOptions,
): Promise<string> {
  return completeSignIn(workbench, service, () => allowSignIn(workbench), options);
}

/** Completes the sign-in that `start` opens in the browser, and returns the page after it. */
export async function completeSignIn(
  workbench: HostWindow,
  { login }: Pick<SampleService, 'login'>,
  start: () => Promise<void>,
  { fields = { action: 'signIn', ...login }, browser = createBrowser() }: BrowserOptions = {},
): Promise<string> {
  const page = await browser.signIn(await openedBy(workbench, start), fields);
  return (await fetch(page)).text();
}

/** Returns the URL of the sign-in page that `start` opens in the browser. */
async function openedBy({ fakeEditor }: HostWindow, start: () => Promise<void>): Promise<URL> {
  const { openedUrls } = fakeEditor;
  const { length } = openedUrls;
  await start();
  await expect.poll(() => openedUrls.length).toBe(length + 1);
  return new URL(openedUrls[length] ?? '');
}

/** Allows the sign-in in the dialog of the editor. */
function allowSignIn(workbench: HostWindow): Promise<void> {
  return workbench.dialog.getByRole('button', { name: 'Allow' }).click();
}

/** Returns the accessible name of the account in the status bar, or `undefined` if it's hidden. */
export function readAccountItem({ fakeEditor }: HostWindow): string | undefined {
  const { accountItem } = fakeEditor;
  return accountItem.isVisible ? accountItem.accessibilityInformation?.label : undefined;
}

/** Returns the kinds of credentials of all requests to these paths. */
export function listCredentialKinds(service: SampleService, path: RegExp): readonly string[] {
  const requests = service.requests.list().filter((request) => path.test(request.path));
  return [...new Set(requests.map(({ credential }) => credential))];
}
