import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import type { InspectorItem, LintSummary } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';

type ItemLintIssue = InspectorItem['lintIssues'][number];

function severityIcon(severity: ItemLintIssue['severity']): PageTemplate {
  if (severity === 'error') return icon('error', 'bad');
  return severity === 'warning' ? icon('warning', 'poor') : icon('info', 'note');
}

/** Whether lint issues are expanded; the same for all items. */
export interface LintIssuesView {
  readonly isOpen: boolean;
  toggle(isOpen: boolean): void;
}

/** Draws the lint issues of an item or of the server by rule. */
export function lintIssuesPart(
  faults: InspectorItem['lintIssues'],
  strings: InspectorTexts,
  look: LintIssuesView,
  summary: { readonly rules: readonly LintSummary[]; select(key: string): void } = {
    rules: [],
    select: () => undefined,
  },
): PageTemplate {
  const byRule = [...Map.groupBy(faults, ({ rule }) => rule).values()];
  const { rules, select } = summary;
  if (byRule.length + rules.length === 0) return nothing;
  const turn = (event: Event): void => {
    event.preventDefault();
    look.toggle(!look.isOpen);
  };
  return html`<details class="faults" .open=${look.isOpen}><summary @click=${turn}>${icon('chevron-right')}${strings.lintIssues}<span
      class="count">${byRule.length + rules.length}</span></summary>
    <ul>${byRule.map((some) => rulePart(some, strings))}${rules.map((rule) => ruleSummaryPart(rule, strings, select))}</ul>
  </details>`;
}

/** Draws the locations where an item violates a rule. */
function rulePart(faults: readonly ItemLintIssue[], strings: InspectorTexts): PageTemplate {
  const [first] = faults;
  if (!first) return nothing;
  const paths = faults.flatMap(({ path }) => path ?? []);
  const more = faults.at(-1)?.unlisted ?? 0;
  const code = (text: string): PageTemplate => html`<code class="quiet">${textSpan(text)}</code>`;
  // Issues with the same path have different messages.
  const areUnique = new Set(paths).size === faults.length;
  const places = faults.map(
    ({ path = '', message }) => html`<li>${areUnique ? code(path) : textSpan(message)}</li>`,
  );
  return lintEntryPart(
    first,
    faults.length === 1
      ? paths.map((path) => html` ${code(path)}`)
      : html`<ul class="places">${places}${
          more === 0 ? nothing : html`<li class="quiet">${formatText(strings.moreLintIssues, more)}</li>`
        }</ul>`,
    faults.length + more,
    strings,
  );
}

/** Draws the items of a server that violate a rule. */
function ruleSummaryPart(
  rule: LintSummary,
  strings: InspectorTexts,
  select: (key: string) => void,
): PageTemplate {
  const { count, items, moreItems } = rule;
  const names = items.map(({ key, name }) =>
    button(textSpan(name), { className: 'link', key: `fault-${rule.rule}-${key}` }, () => select(key)),
  );
  const more =
    moreItems === 0
      ? nothing
      : html`<span class="quiet">${formatText(strings.moreLintIssues, moreItems)}</span>`;
  return lintEntryPart(rule, html`<p class="items">${names}${more}</p>`, count, strings);
}

function lintEntryPart(
  { severity, message, why }: Pick<ItemLintIssue, 'severity' | 'message' | 'why'>,
  places: PageTemplate | readonly PageTemplate[],
  count: number,
  strings: InspectorTexts,
): PageTemplate {
  const times =
    count === 1 ? nothing : html` <span class="quiet">${formatText(strings.lintIssueTimes, count)}</span>`;
  return html`<li class="iconed">${severityIcon(severity)}<div><p>${textSpan(message)}${times}${
    count === 1 ? places : nothing
  }</p>${count === 1 ? nothing : places}<p class="quiet">${textSpan(why)}</p></div></li>`;
}
