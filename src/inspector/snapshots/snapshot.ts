import * as z from 'zod/mini';
import type { ServiceEnvironment } from '../../domain/environment.ts';
import { optionalString, readonlyList } from '../../editor/webview/protocol.ts';
import { omitUndefined } from '../../fields.ts';
import { type CompleteDefinitionLists, toDefinitionLists } from '../listingComparison.ts';
import type { McpConnection } from '../mcpConnection.ts';
import type { McpSessionState } from '../mcpSession.ts';
import type { InspectorIdentity } from '../protocol.ts';

/** The listing of a server at a point in time. It contains no headers and no tokens. */
export const snapshotSchema = z.object({
  /** Time of the snapshot in milliseconds since the epoch. */
  at: z.number(),
  /** The deployment after which the snapshot was taken; absent if the user saved it. */
  deploymentId: optionalString,
  server: z.exactOptional(z.object({ name: z.string(), version: z.string(), title: optionalString })),
  protocolVersion: z.string(),
  instructions: optionalString,
  capabilities: z.record(z.string(), z.unknown()),
  offers: z.object({
    tools: readonlyList(z.unknown()),
    resources: readonlyList(z.unknown()),
    templates: readonlyList(z.unknown()),
    prompts: readonlyList(z.unknown()),
  }) satisfies z.ZodMiniType<CompleteDefinitionLists>,
});
export type Snapshot = z.infer<typeof snapshotSchema>;

/** Creates a snapshot of a connection whose lists were read. */
export function createSnapshot(
  { server, protocolVersion, instructions, capabilities }: McpConnection,
  lists: McpSessionState['lists'],
  metadata: Pick<Snapshot, 'at' | 'deploymentId'>,
): Snapshot {
  return {
    ...metadata,
    protocolVersion,
    capabilities,
    offers: toDefinitionLists(lists),
    ...omitUndefined({ server, instructions }),
  };
}

/** Returns the environment whose snapshots belong to a page; `undefined` if the page isn't about an environment. */
export function toServiceEnvironment({
  environmentId,
  baseUrl,
}: InspectorIdentity): ServiceEnvironment | undefined {
  return environmentId === undefined || baseUrl === undefined ? undefined : { baseUrl, environmentId };
}
