import type { Locator } from '@playwright/test';
import type { SampleService } from '../service/service.ts';
import { expect } from './fixtures.ts';
import type { Workbench } from './workbench.ts';

/** The requests that create a project, for faults. */
export const posts = { method: 'POST', path: '/v1/projects' };

/** The palette learns of commands when the tree is there. */
export async function start(workbench: Workbench): Promise<void> {
  await expect(workbench.row('weather-tools')).toBeVisible();
  await workbench.run('Create Project');
}

/** Names the project and takes every suggestion, to the summary. */
export async function toSummary(workbench: Workbench, name: string): Promise<void> {
  await expect(workbench.inputMessage).toContainText('The name of the project');
  await workbench.enter(name);
  await enterThrough(workbench, 'Create Project');
}

/** Presses Enter until this is in the list. */
export async function enterThrough(workbench: Workbench, until: string): Promise<void> {
  await expect(async () => {
    if (await workbench.item(until).first().isVisible()) return;
    const step = await title(workbench).innerText();
    // Enter sends what the last step shows, and its lines come a moment after its title.
    if (/\((\d+)\/\1\)/.test(step)) throw new Error(`${until} is not drawn yet.`);
    await workbench.input.press('Enter', { timeout: 2000 });
    await expect(title(workbench)).not.toHaveText(step, { timeout: 2000 });
    throw new Error(`${until} is not there yet.`);
  }).toPass();
}

export function title({ page }: Workbench): Locator {
  return page.locator('.quick-input-title');
}

export function active({ page }: Workbench): Locator {
  return page.locator('.quick-input-list .monaco-list-row.focused');
}

export function checked(workbench: Workbench): Locator {
  return workbench.item('').filter({ has: workbench.page.locator('[role="checkbox"][aria-checked="true"]') });
}

/** Takes the entry that is active, which is this one. */
export async function accept(workbench: Workbench, label: string): Promise<void> {
  await expect(active(workbench)).toContainText(label);
  const before = await title(workbench).innerText();
  await active(workbench).click();
  await expect(title(workbench)).not.toHaveText(before);
}

export async function goBack(workbench: Workbench): Promise<void> {
  const before = await title(workbench).innerText();
  await workbench.page.locator('.quick-input-titlebar').getByRole('button', { name: 'Back' }).click();
  await expect(title(workbench)).not.toHaveText(before);
}

/** The list draws only what is in view. */
export async function reach(workbench: Workbench, line: Locator, key = 'ArrowDown'): Promise<void> {
  await expect(async () => {
    if (!(await line.isVisible())) await workbench.input.press(key);
    await expect(line).toBeVisible({ timeout: 200 });
  }).toPass();
}

export async function send(workbench: Workbench): Promise<void> {
  const line = workbench.page.getByRole('option', { name: /^cloud-upload\s+Create Project$/ });
  // Lines that are drawn anew are there twice for a moment.
  await expect(line).toHaveCount(1);
  // A list that still grows moves its lines away from the mouse.
  await expect(async () => {
    if (await line.evaluate(({ classList }) => !classList.contains('focused')))
      await workbench.input.press('ArrowDown');
    await expect(line).toHaveClass(/focused/, { timeout: 500 });
  }).toPass();
  await workbench.input.press('Enter');
}

export async function change(workbench: Workbench, line: RegExp, value: string): Promise<void> {
  await reach(workbench, workbench.item(line));
  await workbench.choose(workbench.item(line));
  await workbench.enter(value);
  await reach(workbench, workbench.item(line));
}

/** Its row is selected below its project, and its page is open. */
export async function expectShown(workbench: Workbench, name: string): Promise<void> {
  const row = workbench.environment(name, 'production');
  await expect(row).toBeVisible();
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await expect(workbench.webview.getByRole('heading', { level: 1 })).toHaveText(
    `production of ${name} (PRODUCTION)`,
  );
  await expect(workbench.webview.getByRole('row', { name: 'Project' }).first()).toContainText(name);
}

export function created({ world }: SampleService, name: string) {
  return [...world.projects.values()].filter((project) => project.name === name);
}

export function sent({ requests }: SampleService): number {
  return requests.list().filter(({ method, path }) => method === 'POST' && path === '/v1/projects').length;
}
