import { faultsOfList } from './faults/list.ts';
import { summarizeFaults } from './faults/summary.ts';
import { faultsOfSession } from './faults/typeFaults.ts';
import { groupsOf } from './items.ts';
import { limitLists } from './pageLimits.ts';
import type { InspectorState } from './protocol.ts';
import type { SessionState } from './session.ts';

/** The lists of a server as its page shows them, with the faults in them. */
export function showLists(
  lists: SessionState['lists'],
  link: SessionState['link'],
): Pick<InspectorState, 'groups' | 'faults' | 'itemFaults'> {
  const limited = limitLists(lists);
  const groups = groupsOf(limited.lists).map((group) => {
    const omitted = limited.omitted[group.kind];
    return omitted === 0 ? group : { ...group, omitted };
  });
  const faults = [...faultsOfSession(link, lists), ...faultsOfList(lists.tool.items)];
  return { groups, faults, itemFaults: summarizeFaults(groups) };
}
