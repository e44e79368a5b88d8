import * as l10n from '@vscode/l10n';
import { getField } from '../../fields.ts';
import type { ListedItem, ListKind, ListResult } from '../mcpConnection.ts';
import { canonicalJson } from '../schema/canonicalJson.ts';
import { isJsonObject } from '../schema/json.ts';
import { findTypeProblems, type TypeProblem } from './fieldTypes.ts';

/** Maximum number of pages and of items of a list. */
const maxPages = 200;
const maxItems = 50_000;

export const listMethods: Readonly<Record<ListKind, string>> = {
  tool: 'tools/list',
  resource: 'resources/list',
  template: 'resources/templates/list',
  prompt: 'prompts/list',
};
const itemsFields: Readonly<Record<ListKind, string>> = {
  tool: 'tools',
  resource: 'resources',
  template: 'resourceTemplates',
  prompt: 'prompts',
};

/**
 * Reads all pages of a list. `sendRequest` sends one list request. Rejects if the first page can't be read. If a later
 * page can't be read, returns the items so far with the error.
 */
export async function readListPages(
  kind: ListKind,
  sendRequest: (params: { readonly cursor: unknown } | undefined) => Promise<unknown>,
): Promise<ListResult> {
  const items: ListedItem[] = [];
  const problems: TypeProblem[] = [];
  const cursors = new Set<unknown>();
  let cursor: unknown;
  let previousText = '';
  for (let page = 1; ; page++) {
    let result: unknown;
    try {
      result = await sendRequest(cursor === undefined ? undefined : { cursor });
    } catch (error) {
      if (page === 1) throw error;
      return { items, problems, error };
    }
    const pageResult = readListPage(kind, result);
    problems.push(...pageResult.problems);
    const next = nextCursor(result);
    const isRepeated = cursors.has(next);
    // A server that ignores the cursor sends the same page again.
    const text = isRepeated || cursors.size === 0 ? canonicalJson(pageResult.items, 1_000_000) : '';
    if (!isRepeated || text !== previousText) items.push(...pageResult.items);
    previousText = text;
    if (next === undefined) return { items, problems };
    if (isRepeated) {
      const message = l10n.t(
        '"nextCursor" is the same on two pages, so the rest of the list can\'t be read.',
      );
      return { items, problems: [...problems, { path: '/nextCursor', message }] };
    }
    if (page === maxPages || items.length > maxItems) {
      return {
        items,
        problems,
        error: new Error(l10n.t('Loading stopped after page {0} because the list is too long.', page)),
      };
    }
    cursors.add(next);
    cursor = next;
  }
}

function readListPage(kind: ListKind, result: unknown): Pick<ListResult, 'items' | 'problems'> {
  const name = itemsFields[kind];
  const value = getField(result, name);
  const problems = findTypeProblems(result, {
    type: 'object',
    required: [name],
    fields: { [name]: { type: 'array', items: { type: 'object' } }, nextCursor: { type: 'string' } },
  });
  return { items: (Array.isArray(value) ? value : recordItems(value)).filter(isJsonObject), problems };
}

/** Returns the items of a record that has them by name. */
function recordItems(value: unknown): readonly unknown[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([name, item]) => (isJsonObject(item) ? { name, ...item } : item));
}

/** Returns the next cursor. A missing, null, or empty one ends the list. Numbers are returned unchanged. */
function nextCursor(result: unknown): unknown {
  const cursor = getField(result, 'nextCursor');
  return (typeof cursor === 'string' && cursor !== '') || typeof cursor === 'number' ? cursor : undefined;
}
