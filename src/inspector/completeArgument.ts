import type { CompletionRequest } from './mcpConnection.ts';
import type { McpSession } from './mcpSession.ts';
import type { InspectorItem } from './pageSchemas.ts';

/**
 * Requests completions for an argument of a prompt or a variable of a resource template; empty if the server doesn't
 * support this.
 */
export async function completeArgument(
  session: Pick<McpSession, 'state' | 'complete'>,
  item: InspectorItem | undefined,
  asked: Omit<CompletionRequest, 'ref'>,
): Promise<string[]> {
  const { connection } = session.state;
  if (!item || !connection || !('completions' in connection.capabilities)) return [];
  switch (item.kind) {
    case 'prompt':
      return [...(await session.complete({ ...asked, ref: { kind: 'prompt', name: item.name } }))];
    case 'template':
      return [...(await session.complete({ ...asked, ref: { kind: 'template', uri: item.uri ?? '' } }))];
    default:
      return [];
  }
}
