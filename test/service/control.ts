import { Hono } from 'hono';
import { z } from 'zod';
import { type Faults, faultSchema } from './faults.ts';
import { parseInput, readJson } from './input.ts';
import type { Load } from './logs/load.ts';
import type { McpSessions } from './mcp/sessions.ts';
import type { RequestLog } from './requestLog.ts';
import { ServiceError } from './serviceError.ts';
import { findDeployments } from './world/deployments.ts';
import type { World } from './world/model.ts';

/** The parts of the service that tests can control. */
export interface ControlOptions {
  readonly world: World;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly load: Load;
  readonly sessions: McpSessions;
}

const logsBody = z.object({
  environmentId: z.string(),
  entries: z.array(
    z.object({
      timestamp: z.iso.datetime({ precision: 3 }),
      type: z.string(),
      requestId: z.string(),
      content: z.string().exactOptional(),
      method: z.string().exactOptional(),
      durationInMs: z.number().exactOptional(),
    }),
  ),
});

const loadBody = z.object({ rate: z.number().int().min(0).max(20_000) });

const clockBody = z.object({ advanceMs: z.number().int().min(0) });

/**
 * Creates the routes below `/_sample/` with which tests control the service. They need no credential, have no
 * faults, and aren't recorded.
 */
export function controlRoutes({ world, faults, requests, load, sessions }: ControlOptions): Hono {
  const routes = new Hono().basePath('/_sample');

  routes.post('/logs', async (context) => {
    const { environmentId, entries } = parseInput(logsBody, await readJson(context.req.raw));
    world.logs.append(environmentId, entries);
    return context.json({ success: true });
  });

  routes.post('/clock', async (context) => {
    const { advanceMs } = parseInput(clockBody, await readJson(context.req.raw));
    world.clock.advance(advanceMs);
    return context.json({ now: world.clock.now() });
  });

  routes.post('/load', async (context) => {
    load.setRate(parseInput(loadBody, await readJson(context.req.raw)).rate);
    return context.json({ success: true });
  });

  routes.post('/faults', async (context) => {
    faults.add(parseInput(faultSchema, await readJson(context.req.raw)));
    return context.json({ success: true });
  });
  routes.delete('/faults', (context) => {
    faults.clear();
    return context.json({ success: true });
  });

  routes.get('/requests', (context) => context.json(requests.list()));
  routes.delete('/requests', (context) => {
    requests.clear();
    return context.json({ success: true });
  });

  routes.delete('/mcp/sessions', (context) => {
    sessions.endAll();
    return context.json({ success: true });
  });
  routes.delete('/mcp/streams', (context) => {
    sessions.breakStreams();
    return context.json({ success: true });
  });

  routes.get('/world', (context) => context.json(describeWorld(world)));

  routes.onError((error, context) => {
    const message = error instanceof ServiceError ? JSON.stringify(error.envelope) : error.message;
    return context.text(message, 400);
  });
  return routes;
}

/** Returns the IDs of all records, for tests of a service without list operations. */
export function describeWorld(world: World) {
  return [...world.projects.values()].map(({ id, name, environmentIds, productionId }) => ({
    id,
    name,
    productionId,
    environments: environmentIds.flatMap((environmentId) => {
      const environment = world.environments.get(environmentId);
      if (!environment) return [];
      return {
        id: environmentId,
        name: environment.name,
        intentIds: [...environment.intentIds],
        deploymentIds: findDeployments(world, environmentId).map((deployment) => deployment.id),
        variables: [...world.variables.values()]
          .filter((variable) => variable.environmentId === environmentId)
          .map((variable) => ({ id: variable.id, key: variable.key, isSecret: variable.isSecret })),
      };
    }),
  }));
}
