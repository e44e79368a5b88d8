import type { Kind } from '../report/kinds.ts';
import type { Check } from '../report/shape.ts';

/** What a check is searched in: all that is on the page of it. */
export function searchText(check: Check, category: string): string {
  const { name, id, message, description, skipReason, hint, unknown, platforms, details, others } = check;
  const facts = [...details, ...others].flatMap(({ label, value }) => [label, value]);
  return [category, name, id, message, description, skipReason, hint, unknown, ...platforms, ...facts]
    .filter((text) => text !== undefined)
    .join('\n')
    .toLowerCase();
}

/** Whether a check is shown: of a kind that is, and with every word of the filter. */
export function matcher(filter: string, off: readonly Kind[]): (kind: Kind, text: string) => boolean {
  const terms = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '');
  return (kind, text) => !off.includes(kind) && terms.every((term) => text.includes(term));
}
