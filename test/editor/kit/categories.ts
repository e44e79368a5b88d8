import { findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import type { IntentCategory } from '../../service/world/model.ts';
import { expect } from '../fixtures.ts';
import type { HostWindow, RowLocator } from '../window.ts';
import { findTreeRow } from './environmentGroups.ts';

export const project = 'weather-tools';
/** The label of its production environment in prompts and messages. */
export const environmentLabel = 'weather-tools/production';

/** Finds the group of intent categories below an environment. */
export function findGroup(workbench: HostWindow, environment = 'production'): RowLocator {
  return findTreeRow(workbench, new RegExp(`^Intent categories of ${environment}`));
}

/** Returns the intent categories of an environment in the sample service. */
export function listServiceCategories(
  service: SampleService,
  environment = 'production',
): readonly IntentCategory[] {
  const id = findEnvironmentId(service, project, environment);
  return [...service.world.categories.values()].filter((one) => one.environmentId === id);
}

/** Finds the row of a category. */
export function findCategory(workbench: HostWindow, name: string): RowLocator {
  return findTreeRow(workbench, new RegExp(`^${name}, intent category, `));
}

/** Creates a category with a color, or with the derived one. */
export async function createCategory(workbench: HostWindow, text: string, color?: string): Promise<void> {
  await workbench.runOn(workbench.environment(project, 'production'), 'Create Intent Category...');
  await answerCategoryQuestions(workbench, text, color);
  await expect(findCategory(workbench, text)).toBeVisible();
}

/** Answers the prompts for the name and the color of a new category. */
export async function answerCategoryQuestions(
  workbench: HostWindow,
  text: string,
  color?: string,
): Promise<void> {
  await expect(workbench.inputMessage).toContainText('Enter a name for the intent category');
  await workbench.enter(text);
  const item = workbench.item(color ?? 'Automatic');
  await expect(item).toBeVisible();
  if (color === undefined) await workbench.input.press('Enter');
  else await workbench.choose(item);
}
