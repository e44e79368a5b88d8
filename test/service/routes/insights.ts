import { z } from 'zod';
import type { OperationHandlers, OperationRequest } from '../operation.ts';
import { notFound } from '../serviceError.ts';
import { formatTime } from '../world/clock.ts';
import type { Environment, IntentCategory, World } from '../world/model.ts';
import { hashText } from '../world/random.ts';
import { findCategory, findEnvironment } from './find.ts';
import { intentIdsSchema, nameSchema } from './schemas.ts';

const colors = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'gray'] as const;

const createCategoryBody = z.object({
  name: nameSchema,
  color: z.enum(colors).optional(),
  intentIds: intentIdsSchema.optional(),
});

const linkBody = z.object({ intentIds: intentIdsSchema });

/** The handlers of intent categories. */
export const insightRoutes = {
  'insights.createIntentCategory': createCategory,
  'insights.linkIntents': linkIntents,
  'insights.deleteIntentCategory': deleteCategory,
} satisfies OperationHandlers;

async function createCategory({ world, param, body }: OperationRequest) {
  const { name, color, intentIds = [] } = await body(createCategoryBody);
  const environment = findEnvironment(world, param('environmentId'));
  requireIntents(environment, intentIds);
  const record = {
    id: world.newId('cat'),
    createdAt: formatTime(world.clock.now()),
    environmentId: environment.id,
    name,
    color: color ?? colors[hashText(name) % colors.length] ?? 'gray',
  };
  const category: IntentCategory = { ...record, intentIds: new Set() };
  world.categories.set(category.id, category);
  linkToCategory(world, category, intentIds);
  return record;
}

async function linkIntents({ world, param, body }: OperationRequest) {
  const { intentIds } = await body(linkBody);
  const environment = findEnvironment(world, param('environmentId'));
  const category = findCategory(world, environment.id, param('categoryId'));
  requireIntents(environment, intentIds);
  linkToCategory(world, category, intentIds);
  return { success: true };
}

function deleteCategory({ world, param }: OperationRequest) {
  const { id } = findEnvironment(world, param('environmentId'));
  const category = findCategory(world, id, param('categoryId'));
  world.categories.delete(category.id);
  return { success: true };
}

/** Links intents to a category. An intent has at most one category, so its old link is removed. */
function linkToCategory(world: World, category: IntentCategory, intentIds: readonly string[]): void {
  for (const other of world.categories.values()) {
    if (other.environmentId !== category.environmentId) continue;
    for (const id of intentIds) other.intentIds.delete(id);
  }
  for (const id of intentIds) category.intentIds.add(id);
}

function requireIntents(environment: Environment, intentIds: readonly string[]): void {
  if (!intentIds.every((id) => environment.intentIds.has(id))) throw notFound('Intent');
}
