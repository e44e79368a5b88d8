import { omitUndefined } from '../fields.ts';
import { selectIcon } from './icons.ts';
import { groupItems } from './inspectorItems.ts';
import { findIconIssues, iconRules } from './lint/iconIssues.ts';
import { lintSession } from './lint/lintFieldTypes.ts';
import { createLintIssues, summarizeLintIssues } from './lint/lintIssue.ts';
import { lintToolList } from './lint/lintToolList.ts';
import type { McpSessionState } from './mcpSession.ts';
import { limitIcons, limitLists } from './pageLimits.ts';
import type { InspectorState } from './protocol.ts';

/** Converts the lists of a server to the page's state, with lint issues. */
export function toListsView(
  lists: McpSessionState['lists'],
  connection: McpSessionState['connection'],
): Pick<InspectorState, 'groups' | 'lintIssues' | 'lintSummaries' | 'icon'> {
  const limited = limitLists(lists);
  const groups = limitIcons(groupItems(limited.lists)).map((group) => {
    const omittedCount = limited.omittedCounts[group.kind];
    return omittedCount === 0 ? group : { ...group, omittedCount };
  });
  const { icons } = connection?.server ?? {};
  const lintIssues = [
    ...lintSession(connection, lists),
    ...createLintIssues(iconRules, findIconIssues(icons, '/serverInfo/icons')),
    ...lintToolList(lists.tool.items),
  ];
  return {
    groups,
    lintIssues,
    lintSummaries: summarizeLintIssues(groups),
    ...omitUndefined({ icon: selectIcon(icons) }),
  };
}
