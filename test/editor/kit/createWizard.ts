import { type FakeLocator, type TextPattern, waitForValue } from '../../kit/fakeLocator.ts';
import { expect } from '../fixtures.ts';
import type { HostWindow } from '../window.ts';

export async function startWizard(workbench: HostWindow): Promise<void> {
  await expect(workbench.row('weather-tools')).toBeVisible();
  await workbench.run('Create Project');
}

/** Enters the name of the project, and accepts all suggestions up to the summary. */
export async function goToSummary(workbench: HostWindow, name: string): Promise<void> {
  await expect(workbench.inputMessage).toContainText('Enter a name for the project');
  const before = await findTitle(workbench).innerText();
  await workbench.enter(name);
  // Enter would send the summary.
  await expect(findTitle(workbench)).not.toHaveText(before);
  await enterThrough(workbench, 'Create Project');
}

/** Presses Enter until an item is in the list. */
export async function enterThrough(workbench: HostWindow, words: TextPattern): Promise<void> {
  const isThere = (): boolean => workbench.item(words).isVisible();
  while (!isThere()) {
    const step = await workbench.question.innerText();
    await workbench.input.press('Enter');
    await waitForValue(
      () => isThere() || (isReady(workbench) && workbench.question.states()[0]?.text !== step),
      () => `${words} does not come after ${step}.`,
    );
  }
}

/** Whether a prompt is complete. A list must have its items. */
function isReady({ dialogs }: HostWindow): boolean {
  const [box] = dialogs.quickInputs;
  return box?.enabled === true && !box.busy && (box.kind === 'input' || box.items.length > 0);
}

export function findTitle({ inputTitle }: HostWindow): FakeLocator {
  return inputTitle;
}

export function findActive({ active: entry }: HostWindow): FakeLocator {
  return entry;
}

/** Accepts the active item, which must have this label. */
export async function acceptEntry(workbench: HostWindow, label: string): Promise<void> {
  await expect(findActive(workbench)).toContainText(label);
  const before = await workbench.question.innerText();
  await workbench.input.press('Enter');
  await expect(workbench.question).not.toHaveText(before);
}

export async function goBack(workbench: HostWindow): Promise<void> {
  const before = await findTitle(workbench).innerText();
  await workbench.inputButton('Back').click();
  await expect(findTitle(workbench)).not.toHaveText(before);
}

export async function sendSummary(workbench: HostWindow): Promise<void> {
  await workbench.choose(workbench.item(/^Create Project$/));
}

export async function changeLine(workbench: HostWindow, line: RegExp, value: string): Promise<void> {
  await workbench.choose(workbench.item(line));
  await workbench.enter(value);
  await expect(workbench.item(line)).toBeVisible();
}

/** Expects that the row of the project's environment is selected, and that its page is open. */
export async function expectProjectShown(workbench: HostWindow, name: string): Promise<void> {
  const row = workbench.environment(name, 'production');
  await expect(row).toBeVisible();
  await expect(row).toBeSelected();
  await expect(workbench.tab('production')).toBeSelected();
}
