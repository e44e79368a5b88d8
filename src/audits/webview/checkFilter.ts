import { createWordMatcher } from '../../editor/webview/filterByWords.ts';
import type { CheckKind } from '../report/checkKinds.ts';
import type { ReportCheck } from '../report/reportSchema.ts';
import type { ReportState } from '../reportProtocol.ts';
import type { ReportViewState } from './viewState.ts';

/** The text of each check that the filter searches, by the index of the check. */
type SearchTexts = ReadonlyMap<number, string>;

/** Returns the checks that the filter and the hidden kinds leave visible. */
export function listVisibleChecks(
  { view }: ReportState,
  { filter, hiddenKinds }: ReportViewState,
  searchTexts: SearchTexts,
): readonly ReportCheck[] {
  const isVisible = createCheckMatcher(filter, hiddenKinds);
  return view.sections
    .flatMap(({ categories }) => categories.flatMap(({ checks }) => checks))
    .filter(({ index, kind }) => isVisible(kind, searchTexts.get(index) ?? ''));
}

export function indexSearchTexts({ view }: ReportState): SearchTexts {
  const categories = view.sections.flatMap((section) => section.categories);
  return new Map(
    categories.flatMap(({ name, checks }) =>
      checks.map((check) => [check.index, getSearchText(check, name)] as const),
    ),
  );
}

/** Returns the text of a check that the filter searches, in lowercase. */
function getSearchText(check: ReportCheck, category: string): string {
  const {
    name,
    id,
    message,
    description,
    skipReason,
    hint,
    unknownValues,
    platforms,
    details,
    additionalFacts,
  } = check;
  const facts = [...details, ...additionalFacts].flatMap(({ label, value }) => [label, value]);
  return [category, name, id, message, description, skipReason, hint, unknownValues, ...platforms, ...facts]
    .filter((text) => text !== undefined)
    .join('\n')
    .toLowerCase();
}

/**
 * Creates a function that returns whether a check is visible: its kind isn't hidden, and its text contains all words of
 * the filter.
 */
function createCheckMatcher(
  filter: string,
  hiddenKinds: readonly CheckKind[],
): (kind: CheckKind, text: string) => boolean {
  const matchesFilter = createWordMatcher(filter);
  return (kind, text) => !hiddenKinds.includes(kind) && matchesFilter(text);
}

/** Whether the filter or a hidden kind can hide checks. */
export const isFiltered = ({ filter, hiddenKinds }: ReportViewState): boolean =>
  filter.trim() !== '' || hiddenKinds.length > 0;

/** Scrolls to a check, unless it's visible below the filter bar. If its section is collapsed, scrolls to the section. */
export function revealCheck({ index }: ReportCheck): void {
  const check = document.querySelector(`.check[data-index="${index}"]`);
  const target = check?.checkVisibility() === false ? check.closest('.kind') : check;
  const bar = document.querySelector('.filter-bar')?.getBoundingClientRect();
  if (!target || !bar) return;
  const { top } = target.getBoundingClientRect();
  if (top >= bar.bottom && top + minVisibleHeight <= window.innerHeight) return;
  // Leaves space for the headings of the section and the category. The bar is at the top of the page after scrolling.
  window.scrollBy(0, top - bar.height - headingsHeight);
}

/** Minimum height of the visible part of a check, in pixels. */
const minVisibleHeight = 40;
/** Height of the headings above the first check of a section, in pixels. */
const headingsHeight = 80;
