import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { ChatQuestion } from '../context.ts';
import { omitUndefined } from '../fields.ts';
import { type DefinitionLists, findDefinition } from './compare/listingChanges.ts';
import type { ListingComparison } from './pageSchemas.ts';
import type { InspectorIdentity } from './protocol.ts';

/**
 * Two listings and their changes. The first is from a snapshot and the second from the server, or the first is from the
 * server and the second from another server.
 */
export interface ComparedListings {
  readonly before: DefinitionLists;
  readonly after: DefinitionLists;
  readonly changes: ListingComparison;
}

/** The context of an item on the page, which the editor passes to commands of its menu. */
const itemContextSchema = z.object({
  list: z.enum(['tools', 'resources', 'templates', 'prompts']),
  change: z.enum(['removed', 'changed']),
  index: z.number(),
});

/**
 * Creates a question for the chat about a removed or changed item. `argument` is the context of its row. Returns
 * `undefined` if the comparison doesn't have such an item.
 */
export function createBreakingChangeQuestion(
  { title, environmentId }: Pick<InspectorIdentity, 'title' | 'environmentId'>,
  { before, after, changes: { groups, isWithSnapshot, title: comparedWith } }: ComparedListings,
  argument: unknown,
): ChatQuestion | undefined {
  const { data } = itemContextSchema.safeParse(argument);
  const group = groups.find(({ list }) => list === data?.list);
  if (!data || !group) return undefined;
  const changed = data.change === 'changed' ? group.changed[data.index] : undefined;
  const item = data.change === 'changed' ? changed?.key : group.removed[data.index];
  if (item === undefined) return undefined;
  const { list } = group;
  const changes = changed?.changes.map(({ path, message, isBreaking }) => ({ path, message, isBreaking }));
  return {
    question: isWithSnapshot
      ? l10n.t(
          'This item of an MCP server has changed. Which calls by existing clients might fail, and how can I avoid that?',
        )
      : l10n.t(
          'This item of an MCP server differs on another server. Which calls might fail if clients switch to the other server, and how can I avoid that?',
        ),
    records: [
      omitUndefined({ server: title, environmentId, comparedWith, list, item }),
      { before: findDefinition(before, list, item) },
      ...(changed ? [{ after: findDefinition(after, list, item) }] : []),
      // The breaking changes first, because a long list is shortened at its end.
      ...(changes?.toSorted((a, b) => Number(b.isBreaking) - Number(a.isBreaking)) ?? [
        { message: isWithSnapshot ? l10n.t('removed') : l10n.t('only on this server'), isBreaking: true },
      ]),
    ],
  };
}
