import { z } from 'zod';
import type { OperationHandlers, OperationRequest } from '../operation.ts';
import { badRequest, invalidInput } from '../serviceError.ts';
import { formatTime } from '../world/clock.ts';
import type { Variable, World } from '../world/model.ts';
import { findEnvironment, findVariable } from './find.ts';
import { keySchema, type NewVariables, newVariablesSchema, rejectTakenKeys } from './schemas.ts';

const updateBody = z.object({
  key: keySchema,
  value: z.string().min(1).optional(),
  // Without a flag, the variable becomes plain, even if it's a secret.
  isSecret: z.boolean().default(false),
});

/** The text that the service returns in place of a secret's value. */
const hiddenValue = '********';

const createBody = z.object({ environmentVariables: newVariablesSchema });

/** The handlers of variables. */
export const variableRoutes = {
  'environments.updateVariable': updateVariable,
  'environments.deleteVariable': deleteVariable,
  'environments.listVariables': listVariables,
  'environments.createVariables': createVariables,
} satisfies OperationHandlers;

async function updateVariable({ world, param, body }: OperationRequest) {
  const { key, value, isSecret } = await body(updateBody);
  const variable = findVariable(world, param('environmentVariableId'));
  if (variable.isSecret && !isSecret) {
    throw badRequest('A secret cannot be made plain. Delete the variable and create it again.');
  }
  if (key !== variable.key && collectKeys(world, variable.environmentId).has(key)) {
    throw invalidInput([{ path: ['key'], message: 'This key already exists' }]);
  }
  Object.assign(variable, { key, isSecret, ...(value !== undefined && { value }) });
  return { success: true };
}

function deleteVariable({ world, param }: OperationRequest) {
  const { id } = findVariable(world, param('environmentVariableId'));
  world.variables.delete(id);
  return { success: true };
}

function listVariables({ world, param }: OperationRequest) {
  const { id } = findEnvironment(world, param('environmentId'));
  return findVariables(world, id).map(({ environmentId: _, value, ...variable }) => ({
    ...variable,
    value: variable.isSecret ? hiddenValue : value,
  }));
}

async function createVariables({ world, param, body }: OperationRequest) {
  const { environmentVariables } = await body(createBody);
  const { id } = findEnvironment(world, param('environmentId'));
  rejectTakenKeys(environmentVariables, collectKeys(world, id));
  addVariables(world, id, environmentVariables);
  return { success: true };
}

/** Adds validated variables. */
export function addVariables(world: World, environmentId: string, variables: NewVariables): void {
  const createdAt = formatTime(world.clock.now());
  for (const variable of variables) {
    const id = world.newId('var');
    world.variables.set(id, { id, environmentId, createdAt, ...variable });
  }
}

function findVariables(world: World, environmentId: string): Variable[] {
  return [...world.variables.values()].filter((variable) => variable.environmentId === environmentId);
}

function collectKeys(world: World, environmentId: string): Set<string> {
  return new Set(findVariables(world, environmentId).map(({ key }) => key));
}
