import { findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import type { Variable } from '../../service/world/model.ts';
import { expect } from '../fixtures.ts';
import type { HostWindow, RowLocator } from '../window.ts';

const project = 'weather-tools';

/** Opens the variables of staging in the tree. */
export async function openVariables(workbench: HostWindow): Promise<void> {
  await workbench.row(project).click();
  await workbench.environment(project, 'staging').toggle();
  await variablesGroup(workbench).click();
}

export function variablesGroup({ tree }: HostWindow): RowLocator {
  return tree.getByRole('treeitem', { name: /^Variables for staging/ });
}

export function variableRow({ tree }: HostWindow, key: string): RowLocator {
  return tree.getByRole('treeitem', { name: new RegExp(`^${key}, (secret|plain), value`) });
}

/** Adds staging by its ID, for services that don't list projects. Returns its row. */
export async function addStagingById(workbench: HostWindow, service: SampleService): Promise<RowLocator> {
  await workbench.row('Add Environment by ID...').click();
  await workbench.enter(findEnvironmentId(service, project, 'staging'));
  const row = workbench.tree.getByRole('treeitem', { name: 'staging, environment added by ID' });
  await expect(row).toBeVisible();
  return row;
}

/** Adds a variable by its ID to the row of its environment, for services that don't list variables. */
export async function addVariableById(
  workbench: HostWindow,
  environment: RowLocator,
  { id, key, isSecret }: Pick<Variable, 'id' | 'key' | 'isSecret'>,
): Promise<void> {
  await environment.toggle();
  await variablesGroup(workbench).click();
  await workbench.row('Add Variable by ID...').click();
  await expect(workbench.inputMessage).toContainText('variable ID');
  await workbench.enter(id);
  // One prompt replaces the other in the same input box.
  await expect(workbench.inputMessage).toContainText('key exactly');
  await workbench.enter(key);
  await workbench.choose(workbench.item(isSecret ? 'Secret' : 'Plain'));
  await expect(variableRow(workbench, key)).toHaveAccessibleName(
    `${key}, ${isSecret ? 'secret' : 'plain'}, value hidden`,
  );
}
