import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type Provider from 'oidc-provider';
import { alterResponse } from './alteredResponses.ts';
import type { Identify } from './auth/credentials.ts';
import { createResourceMetadata, metadataPath } from './auth/protectedResource.ts';
import { signInRoutes } from './auth/signIn.ts';
import { type ControlOptions, controlRoutes } from './control.ts';
import { parseInput, readJson, readQuery } from './input.ts';
import { mcpRoutes } from './mcp/routes.ts';
import type { createSessions } from './mcp/sessions.ts';
import { operations, type SampleOperation } from './operations.ts';
import { ServiceError, undeclared } from './serviceError.ts';
import type { World } from './world/model.ts';

interface AppOptions {
  readonly world: World;
  /** `undefined` if users can't sign in. */
  readonly provider: Provider | undefined;
  readonly identify: Identify;
  readonly sessions: ReturnType<typeof createSessions>;
  /** Whether the service has only the operations of the specification, E1 to E15. */
  readonly isSpecOnly: boolean;
  /** `undefined` if there are no controls. */
  readonly control: ControlOptions | undefined;
  readonly report: (error: Error) => void;
}

type App = Hono<{ Bindings: HttpBindings }>;

const internalError = undeclared('INTERNAL_SERVER_ERROR', 500, 'Internal server error');

/** Creates all routes except those of the authorization server. */
export function createApp(options: AppOptions): App {
  const { world, control, provider, identify, sessions, isSpecOnly, report } = options;
  const app: App = new Hono();
  app.use(
    cors({
      origin: '*',
      exposeHeaders: ['Date', 'Retry-After', 'Mcp-Session-Id', 'WWW-Authenticate'],
      maxAge: 600,
    }),
  );

  for (const operation of operations) {
    if (operation.id !== 'unspecified' || !isSpecOnly) addOperation(app, operation, options);
  }

  if (provider) {
    app.get(metadataPath(), (context) => context.json(createResourceMetadata(world.baseUrl)));
    app.route('/', signInRoutes(provider));
  }
  if (control) app.route('/', controlRoutes(control));
  app.route('/', mcpRoutes({ world, identify, sessions }));

  // Unknown paths and methods get a 404 without a code, which isn't a missing resource.
  app.notFound((context) => context.json({ message: 'Not Found' }, 404));
  app.onError((error, context) => {
    // The live service also fails for empty times with a 500, so that isn't reported as an error.
    if (!(error instanceof ServiceError || error instanceof RangeError)) report(error);
    const { envelope } = error instanceof ServiceError ? error : internalError;
    return context.json(envelope, envelope.status as ContentfulStatusCode);
  });
  return app;
}

function addOperation(
  app: App,
  { method, path, handle }: SampleOperation,
  { world, identify }: AppOptions,
): void {
  app.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), async (context) => {
    const identity = await identify(context.req.header('Authorization'));
    if (identity.kind === 'none' || identity.kind === 'bad') {
      context.header('WWW-Authenticate', 'Bearer');
      throw undeclared('UNAUTHORIZED', 401, 'Unauthorized');
    }
    const { req } = context;
    const reply = await handle({
      world,
      identity,
      param: (name) => req.param(name) ?? '',
      query: (schema) => parseInput(schema, readQuery(new URL(req.url).searchParams)),
      body: async (schema) => parseInput(schema, await readJson(req.raw)),
    });
    return context.json(alterResponse(context.env.incoming, reply));
  });
}
