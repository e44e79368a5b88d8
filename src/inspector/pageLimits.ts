import { listKinds } from './mcpConnection.ts';
import type { McpSessionState, ServerList } from './mcpSession.ts';
import type { CallView, ItemGroup, ListingComparison } from './pageSchemas.ts';

// The page's state is sent with each change, so the data of the server in it is limited.

/** Maximum number of items of each list. */
const maxItems = 2000;
/** Maximum length of all items of a list as JSON, in UTF-16 units. */
const maxItemsLength = 8_000_000;
/** Maximum length of the icons of all lists, in UTF-16 units. */
const maxIconsLength = 2_000_000;
/** Maximum number of content blocks of a result. */
const maxBlocks = 200;
/** Maximum length of the texts and data of all blocks of a result, in UTF-16 units. */
const maxBlocksLength = 30_000_000;
/** Maximum number of names for each kind of change, and of changes of one item. */
const maxChanges = 500;
/** Maximum length of a text outside of the lists, such as the instructions of a server, in UTF-16 units. */
const maxTextLength = 100_000;

type Lists = McpSessionState['lists'];

/** Returns the items that a page shows, and the number of omitted items for each list. */
export function limitLists(lists: Lists): {
  readonly lists: Lists;
  readonly omittedCounts: Readonly<Record<ItemGroup['kind'], number>>;
} {
  const limited = listKinds.map((kind) => [kind, limitList(lists[kind])] as const);
  return {
    lists: { ...lists, ...Object.fromEntries(limited) },
    omittedCounts: {
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
  let remainingLength = maxItemsLength;
  const items = list.items.slice(0, maxItems).filter((item) => {
    const size = getJsonLength(item);
    if (size > remainingLength) return false;
    remainingLength -= size;
    return true;
  });
  return { ...list, items };
}

/** Removes icons that exceed the total limit. */
export function limitIcons(groups: readonly ItemGroup[]): readonly ItemGroup[] {
  let remainingLength = maxIconsLength;
  return groups.map((group) => ({
    ...group,
    items: group.items.map(({ icon, ...item }) => {
      const size = (icon?.light.length ?? 0) + (icon?.dark?.length ?? 0);
      if (!icon || size > remainingLength) return item;
      remainingLength -= size;
      return { ...item, icon };
    }),
  }));
}

/** Returns the length of a value as JSON, in UTF-16 units; infinite if the value is nested too deeply. */
function getJsonLength(value: unknown): number {
  try {
    return JSON.stringify(value).length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Returns the first blocks of a result, and the number of omitted blocks. */
export function limitBlocks<View extends Pick<CallView, 'blocks'>>(
  view: View,
): View & Pick<CallView, 'omittedCount'> {
  let remainingLength = maxBlocksLength;
  const blocks = view.blocks.slice(0, maxBlocks);
  const end = blocks.findIndex(({ text = '', data = '', uri = '', name = '' }) => {
    remainingLength -= text.length + data.length + uri.length + name.length;
    return remainingLength < 0;
  });
  // The first block is always shown, because its text is already truncated.
  const limitedBlocks = end < 0 ? blocks : blocks.slice(0, Math.max(1, end));
  const omittedCount = view.blocks.length - limitedBlocks.length;
  return omittedCount === 0 ? view : { ...view, blocks: limitedBlocks, omittedCount };
}

/** Returns the first changes of a comparison, and the number of omitted changes. */
export function limitComparison(comparison: ListingComparison): ListingComparison {
  const groups = comparison.groups.map((group) => {
    const added = group.added.slice(0, maxChanges).map(limitText);
    const removed = group.removed.slice(0, maxChanges).map(limitText);
    const changed = group.changed
      .slice(0, maxChanges)
      .map((one) => ({ ...one, key: limitText(one.key), changes: one.changes.slice(0, maxChanges) }));
    const count = (some: Pick<typeof group, 'added' | 'removed' | 'changed'>): number =>
      some.added.length + some.removed.length + some.changed.length;
    const limitedGroup = { ...group, added, removed, changed };
    const omittedCount = count(group) - count(limitedGroup);
    return omittedCount === 0 ? limitedGroup : { ...limitedGroup, omittedCount };
  });
  return { ...comparison, groups };
}

/** Truncates a text to the length that a page shows. */
export const limitText = (text: string): string =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
