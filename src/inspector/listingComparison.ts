import * as l10n from '@vscode/l10n';
import { type DefinitionLists, findListingChanges } from './compare/listingChanges.ts';
import type { McpSessionState } from './mcpSession.ts';
import type { ListingComparison } from './pageSchemas.ts';

export type CompleteDefinitionLists = Required<DefinitionLists>;

/** Compares two listings, and groups the changes for the page. `title`: the name of the other server, or of the snapshot. */
export function compareListings(
  { title, isWithSnapshot }: Pick<ListingComparison, 'title' | 'isWithSnapshot'>,
  before: DefinitionLists,
  after: DefinitionLists,
): ListingComparison {
  const { hasBreakingChanges, ...lists } = findListingChanges(before, after);
  const groups = [
    [l10n.t('Tools'), 'tools'],
    [l10n.t('Resources'), 'resources'],
    [l10n.t('Resource templates'), 'templates'],
    [l10n.t('Prompts'), 'prompts'],
  ] as const;
  return {
    title,
    hasBreakingChanges,
    isWithSnapshot,
    groups: groups.flatMap(([name, list]) => {
      const { added, removed, changed } = lists[list];
      const isEmpty = added.length + removed.length + changed.length === 0;
      return isEmpty ? [] : [{ title: name, list, added, removed, changed }];
    }),
  };
}

export const toDefinitionLists = ({
  tool,
  resource,
  template,
  prompt,
}: McpSessionState['lists']): CompleteDefinitionLists => ({
  tools: tool.items,
  resources: resource.items,
  templates: template.items,
  prompts: prompt.items,
});
