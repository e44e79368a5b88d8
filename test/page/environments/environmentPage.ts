import type { Locator } from '@playwright/test';
import { expect } from '../fixtures.ts';
import type { PageWindow } from '../window.ts';

/** Opens the page of an environment, and waits until all its parts are loaded. */
export async function openEnvironmentPage(
  workbench: PageWindow,
  project = 'weather-tools',
  name = 'production',
) {
  await workbench.runOn(workbench.environment(project, name), 'Open Environment');
  await waitUntilRead(workbench, name);
}

/** Waits until the page shows this environment and all its parts are loaded. */
export async function waitUntilRead({ webview }: PageWindow, name: string): Promise<void> {
  await expect(webview.getByRole('heading', { level: 1 })).toHaveText(name);
  await expectLoaded(webview);
}

/** Waits until no part of the page is loading. */
export async function expectLoaded(webview: PageWindow['webview']): Promise<void> {
  const refresh = webview.getByRole('button', { name: 'Refresh' });
  await expect(refresh).toBeVisible();
  await expect(refresh.locator('.codicon-modifier-spin')).toHaveCount(0);
}

/** Opens the menu with the actions that have no button, and runs one of them. */
export async function runFromMenu({ webview }: PageWindow, name: string): Promise<void> {
  await webview.getByRole('button', { name: 'More Actions' }).click();
  await webview.getByRole('menuitem', { name, exact: true }).click();
}

/** Shows the IDs of the environment. */
export async function openDetails({ webview }: PageWindow): Promise<void> {
  await webview.locator('section.environment summary').click();
}

export function findSection({ webview }: PageWindow, name: string): Locator {
  return webview.getByRole('region', { name: new RegExp(`^${name}`) });
}

/** Finds the value of the field with a name. */
export function findField(section: Locator, name: string): Locator {
  return section
    .locator('.fields > div')
    .filter({ has: section.page().locator(`dt:text-is("${name}")`) })
    .locator('dd');
}

/** Finds the actions, in order of importance. */
export function findActions({ webview }: PageWindow): Locator {
  return webview.getByRole('group', { name: 'Actions' }).getByRole('button');
}

/** Returns the elements that are wider than the page or their box. */
export function findOverflow({ webview }: PageWindow): Promise<string[]> {
  return webview
    .locator('html')
    .evaluate((root) =>
      [root, ...root.querySelectorAll<HTMLElement>('#app *:not(.unseen)')]
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
        .map((one) => `${one.tagName}.${one.className}: ${one.scrollWidth} in ${one.clientWidth}`),
    );
}
