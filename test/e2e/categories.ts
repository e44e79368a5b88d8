import type { Locator } from '@playwright/test';
import { findEnvironmentId } from '../kit/sample.ts';
import type { SampleService } from '../service/service.ts';
import type { IntentCategory } from '../service/world/model.ts';
import { findTreeRow } from './environmentGroups.ts';
import { expect } from './fixtures.ts';
import type { Workbench } from './workbench.ts';

export const project = 'weather-tools';
/** Its production, as questions and messages name it. */
export const environmentLabel = 'weather-tools/production (PRODUCTION)';

/** The group below an environment. */
export function findGroup(workbench: Workbench, environment = 'production'): Locator {
  return findTreeRow(workbench, new RegExp(`^Intent categories of ${environment}`));
}

/** What the service has. */
export function listServiceCategories(
  service: SampleService,
  environment = 'production',
): readonly IntentCategory[] {
  const id = findEnvironmentId(service, project, environment);
  return [...service.world.categories.values()].filter((one) => one.environmentId === id);
}

/** The row of a category. */
export function findCategory(workbench: Workbench, name: string): Locator {
  return findTreeRow(workbench, new RegExp(`^${name}, intent category, `));
}

/** With a color, or by Enter alone. */
export async function createCategory(workbench: Workbench, text: string, color?: string): Promise<void> {
  await workbench.runOn(findGroup(workbench), 'Create Intent Category...');
  await answerCategoryQuestions(workbench, text, color);
  await expect(findCategory(workbench, text)).toBeVisible();
}

/** Answers the two questions for a new one. */
export async function answerCategoryQuestions(
  workbench: Workbench,
  text: string,
  color?: string,
): Promise<void> {
  await expect(workbench.inputMessage).toContainText('Enter a name for the intent category');
  await workbench.enter(text);
  const item = workbench.item(color ?? 'Derive from Name');
  await expect(item).toBeVisible();
  if (color === undefined) await workbench.input.press('Enter');
  else await workbench.choose(item);
}
