import { listKinds } from './mcpConnection.ts';
import type { McpSessionState, ServerList } from './mcpSession.ts';
import type { CallView, ItemGroup, ListingComparison } from './pageSchemas.ts';

// The state of a page is sent with each change, so the data of a server in it is limited.

/** Entries of each list. */
const maxItems = 2000;
/** UTF-16 units of all entries of a list, as JSON. */
const maxItemsLength = 8_000_000;
/** UTF-16 units of the icons of all lists. */
const maxIconsLength = 2_000_000;
/** Blocks of an answer, and UTF-16 units of their texts and data. */
const maxBlocks = 200;
const maxBlocksLength = 30_000_000;
/** Names of a kind of change, and changes of one item. */
const maxChanges = 500;
/** UTF-16 units of a text beside the lists, such as the instructions of a server. */
const maxTextLength = 100_000;

type Lists = McpSessionState['lists'];

/** The entries of lists that a page shows, and the number of those that it doesn't. */
export function limitLists(lists: Lists): {
  readonly lists: Lists;
  readonly omitted: Readonly<Record<ItemGroup['kind'], number>>;
} {
  const limited = listKinds.map((kind) => [kind, limitList(lists[kind])] as const);
  return {
    lists: { ...lists, ...Object.fromEntries(limited) },
    omitted: {
      tool: 0,
      resource: 0,
      template: 0,
      prompt: 0,
      ...Object.fromEntries(
        limited.map(([kind, { items }]) => [kind, lists[kind].items.length - items.length]),
      ),
    },
  };
}

function limitList(list: ServerList): ServerList {
  let left = maxItemsLength;
  const items = list.items.slice(0, maxItems).filter((item) => {
    const size = getJsonLength(item);
    if (size > left) return false;
    left -= size;
    return true;
  });
  return { ...list, items };
}

/** The lists without the icons for which the page has no more room. */
export function limitIcons(groups: readonly ItemGroup[]): readonly ItemGroup[] {
  let left = maxIconsLength;
  return groups.map((group) => ({
    ...group,
    items: group.items.map(({ icon, ...item }) => {
      const size = (icon?.light.length ?? 0) + (icon?.dark?.length ?? 0);
      if (!icon || size > left) return item;
      left -= size;
      return { ...item, icon };
    }),
  }));
}

/** UTF-16 units as JSON; infinite where it nests deeper than a stack holds. */
function getJsonLength(value: unknown): number {
  try {
    return JSON.stringify(value).length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** The first blocks of an answer, and the number of the others. */
export function limitBlocks<View extends Pick<CallView, 'blocks'>>(
  view: View,
): View & Pick<CallView, 'omitted'> {
  let left = maxBlocksLength;
  const blocks = view.blocks.slice(0, maxBlocks);
  const end = blocks.findIndex(({ text = '', data = '', uri = '', name = '' }) => {
    left -= text.length + data.length + uri.length + name.length;
    return left < 0;
  });
  // The first one is cut on its own.
  const shown = end < 0 ? blocks : blocks.slice(0, Math.max(1, end));
  const omitted = view.blocks.length - shown.length;
  return omitted === 0 ? view : { ...view, blocks: shown, omitted };
}

/** The first changes of a comparison, and the number of the others. */
export function limitComparison(comparison: ListingComparison): ListingComparison {
  const groups = comparison.groups.map((group) => {
    const added = group.added.slice(0, maxChanges).map(limitText);
    const removed = group.removed.slice(0, maxChanges).map(limitText);
    const changed = group.changed
      .slice(0, maxChanges)
      .map((one) => ({ ...one, key: limitText(one.key), changes: one.changes.slice(0, maxChanges) }));
    const count = (some: Pick<typeof group, 'added' | 'removed' | 'changed'>): number =>
      some.added.length + some.removed.length + some.changed.length;
    const shown = { ...group, added, removed, changed };
    const omitted = count(group) - count(shown);
    return omitted === 0 ? shown : { ...shown, omitted };
  });
  return { ...comparison, groups };
}

/** The beginning of a text that is longer than a page shows. */
export const limitText = (text: string): string =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
