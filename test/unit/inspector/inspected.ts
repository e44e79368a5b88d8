import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { omitUndefined } from '../../../src/fields.ts';
import { connectToServer } from '../../../src/inspector/connectToServer.node.ts';
import { describeServerError } from '../../../src/inspector/describeServerError.ts';
import type { Authorization, ServerRequest } from '../../../src/inspector/mcpConnection.ts';
import { McpSession } from '../../../src/inspector/mcpSession.ts';
import { startService } from '../../service/service.ts';

/** A sample service, and sessions of the inspector with its servers. */
export async function startInspected(t: TestContext) {
  const service = await startService({ seed: 7, typicalOnly: true, live: false });
  t.after(() => service.close());
  const production = [...service.world.environments.values()].find(({ mcpServerUrl }) =>
    mcpServerUrl.startsWith(service.url),
  );
  assert.ok(production);
  const { mcpServerUrl: url, id } = production;
  return {
    service,
    url,
    sseUrl: `${service.url}/sse/${id}`,
    session: (options?: Options) => sessionWith(t, url, options),
  };
}

interface Options {
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly authorization?: Authorization;
  readonly answer?: (asked: ServerRequest) => Promise<Readonly<Record<string, unknown>>>;
  readonly visited?: (elicitationId: string) => void;
  readonly openMs?: number;
  readonly heard?: ConstructorParameters<typeof McpSession>[0]['onMessage'];
  readonly changed?: () => void;
}

/** A session of the inspector with the server at this address. */
export function sessionWith(t: TestContext, url: string, options: Options = {}) {
  const changes: (() => void)[] = [];
  const made = new McpSession({
    url: options.url ?? url,
    version: '1.0.0',
    describeError: describeServerError,
    connect: (link) =>
      connectToServer({ ...link, ...omitUndefined({ authorization: options.authorization }) }),
    resolveHeaders: async () => options.headers ?? {},
    answerRequest: options.answer ?? (async () => ({ action: 'decline' })),
    ...omitUndefined({ onElicitationComplete: options.visited, connectTimeoutMs: options.openMs }),
    onChange: () => {
      options.changed?.();
      for (const look of changes.splice(0)) look();
    },
    onMessage: options.heard ?? (() => undefined),
  });
  t.after(() => made.dispose());
  /** Settles once the state is as wanted. */
  const until = async (isWanted: () => boolean): Promise<void> => {
    while (!isWanted()) await new Promise<void>((resolve) => changes.push(resolve));
  };
  return Object.assign(made, { until });
}

/** Of a call that a test waits for. */
export const patient = () => ({ signal: new AbortController().signal, timeoutMs: 20_000 });

/** The outcomes of the steps by their names. */
export const outcomes = ({ state }: McpSession) =>
  Object.fromEntries(state.steps.map(({ name, outcome }) => [name, outcome]));
