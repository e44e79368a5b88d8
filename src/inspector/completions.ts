import type { CompletionRequest } from './mcpConnection.ts';
import type { Session } from './session.ts';
import type { Item } from './shapes.ts';

/** What a server proposes for an argument of a prompt, or a variable of a template; nothing where it doesn't. */
export async function completionsOf(
  session: Pick<Session, 'state' | 'complete'>,
  item: Item | undefined,
  asked: Omit<CompletionRequest, 'ref'>,
): Promise<string[]> {
  const { link } = session.state;
  if (!item || !link || !('completions' in link.capabilities)) return [];
  switch (item.kind) {
    case 'prompt':
      return [...(await session.complete({ ...asked, ref: { kind: 'prompt', name: item.name } }))];
    case 'template':
      return [...(await session.complete({ ...asked, ref: { kind: 'template', uri: item.uri ?? '' } }))];
    default:
      return [];
  }
}
