import type { Locator } from '@playwright/test';
import type { Workbench } from './workbench.ts';

const project = 'weather-tools';

/** Opens the variables of staging in the tree. */
export async function openVariables(workbench: Workbench): Promise<void> {
  await workbench.row(project).click();
  await workbench.environment(project, 'staging').locator('.monaco-tl-twistie').click();
  await variablesGroup(workbench).click();
}

export function variablesGroup({ tree }: Workbench): Locator {
  return tree.getByRole('treeitem', { name: /^Variables for staging/ });
}

export function variableRow({ tree }: Workbench, key: string): Locator {
  return tree.getByRole('treeitem', { name: new RegExp(`^${key}, (secret|plain), value`) });
}
