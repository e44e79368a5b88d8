import { z } from 'zod';
import type { OperationHandlers, OperationRequest } from '../operation.ts';
import type { Environment, Playground, World } from '../world/model.ts';
import { findEnvironment } from './find.ts';

const header = z.object({
  name: z.string().min(1).max(100),
  description: z.string().max(200),
  isRequired: z.boolean().default(false),
  isSecret: z.boolean().default(false),
});

const playgroundBody = z.object({
  isPlaygroundEnabled: z.boolean().optional(),
  name: z.string().min(1).max(100).optional(),
  description: z.string().min(1).max(500).optional(),
  headers: z.array(header).optional(),
  examplePrompts: z
    .array(z.object({ title: z.string().min(1).max(100), prompt: z.string().min(1).max(500) }))
    .max(5)
    .optional(),
});

/** The handlers of telemetry destinations and playgrounds. */
export const environmentDetailRoutes = {
  'telemetry.listDestinations': ({ world, param }) =>
    world.telemetry.get(findEnvironment(world, param('environmentId')).id) ?? [],
  'environments.getPlayground': ({ world, param }) =>
    findPlayground(world, findEnvironment(world, param('environmentId'))),
  'environments.updatePlayground': updatePlayground,
} satisfies OperationHandlers;

async function updatePlayground({ world, param, body }: OperationRequest) {
  const { isPlaygroundEnabled, name, description, headers, examplePrompts } = await body(playgroundBody);
  const environment = findEnvironment(world, param('environmentId'));
  const before = findPlayground(world, environment);
  const isConfigured = [name, description, headers, examplePrompts].some((part) => part !== undefined);
  const empty = { name: environment.name, description: '', headers: [], examplePrompts: [] };
  const after: Playground = {
    isPlaygroundEnabled: isPlaygroundEnabled ?? before.isPlaygroundEnabled,
    serverMetadata: isConfigured
      ? {
          ...(before.serverMetadata ?? empty),
          ...(name !== undefined && { name }),
          ...(description !== undefined && { description }),
          ...(headers && { headers }),
          ...(examplePrompts && { examplePrompts }),
        }
      : before.serverMetadata,
  };
  world.playgrounds.set(environment.id, after);
  return after;
}

function findPlayground(world: World, { id }: Environment): Playground {
  return world.playgrounds.get(id) ?? { isPlaygroundEnabled: false, serverMetadata: null };
}
