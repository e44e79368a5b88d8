import type { Locator } from '@playwright/test';
import { expect } from './fixtures.ts';
import type { Workbench } from './workbench.ts';

/** The Command Palette has the commands as soon as the tree is visible. */
export async function startWizard(workbench: Workbench): Promise<void> {
  await expect(workbench.row('weather-tools')).toBeVisible();
  await workbench.run('Create Project');
}

/** Enters the name of the project, and accepts all suggestions up to the summary. */
export async function goToSummary(workbench: Workbench, name: string): Promise<void> {
  await expect(workbench.inputMessage).toContainText('Enter a name for the project');
  await goToNext(workbench, () => workbench.enter(name));
  await enterThrough(workbench, 'Create Project');
}

/** Presses Enter until an item is in the list. The current prompt must be unanswered. */
export async function enterThrough(workbench: Workbench, words: string): Promise<void> {
  const item = workbench.item(words).first();
  while (!(await item.isVisible())) {
    const step = await findTitle(workbench).innerText();
    // Enter sends what the last step shows, and its items can appear after its title.
    if (/\((\d+)\/\1\)/.test(step)) await item.waitFor();
    else await goToNext(workbench, () => workbench.input.press('Enter'));
  }
}

/**
 * Answers a prompt, and waits for the next one: its title, and its text or its items, which can appear later.
 */
async function goToNext(workbench: Workbench, answer: () => Promise<void>): Promise<void> {
  const before = await findTitle(workbench).innerText();
  await answer();
  await findTitle(workbench).filter({ hasNotText: before }).waitFor();
  await workbench.inputMessage.or(workbench.item('')).filter({ visible: true }).first().waitFor();
}

export function findTitle({ page }: Workbench): Locator {
  return page.locator('.quick-input-title').filter({ visible: true });
}

export function findActive({ page }: Workbench): Locator {
  return page.locator('.quick-input-list .monaco-list-row.focused');
}

export function findChecked(workbench: Workbench): Locator {
  return workbench.item('').filter({ has: workbench.page.locator('[role="checkbox"][aria-checked="true"]') });
}

/** Accepts the active item, which must have this label. */
export async function acceptEntry(workbench: Workbench, label: string): Promise<void> {
  await expect(findActive(workbench)).toContainText(label);
  await goToNext(workbench, () => findActive(workbench).click());
}

export async function goBack(workbench: Workbench, by: 'button' | 'key' = 'button'): Promise<void> {
  const button = workbench.page.locator('.quick-input-titlebar').getByRole('button', { name: 'Back' });
  await goToNext(workbench, () =>
    by === 'key' ? workbench.input.press('Control+Alt+Minus') : button.click(),
  );
}

/** Uses the keyboard, because the items of a growing list move away from the mouse. */
export async function sendSummary(workbench: Workbench): Promise<void> {
  await findActive(workbench).filter({ hasText: 'Create Project' }).waitFor();
  await workbench.input.press('Enter');
}

/** Expects that the row of the project's environment is selected, and that its page is open. */
export async function expectProjectShown(workbench: Workbench, name: string): Promise<void> {
  const row = workbench.environment(name, 'production');
  await expect(row).toBeVisible();
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await expect(workbench.webview.getByRole('heading', { level: 1 })).toHaveText('production');
  await expect(workbench.webview.getByRole('banner')).toContainText(name);
}
