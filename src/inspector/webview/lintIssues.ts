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

/** Whether lint issues are expanded, which is the same for all items and the server. */
export interface LintIssuesView {
  readonly isOpen: boolean;
  toggle(isOpen: boolean): void;
}

/** Draws the lint issues of an item or of the server by rule. */
export function lintIssuesPart(
  issues: InspectorItem['lintIssues'],
  texts: InspectorTexts,
  view: LintIssuesView,
  summary: { readonly rules: readonly LintSummary[]; select(key: string): void } = {
    rules: [],
    select: () => undefined,
  },
): PageTemplate {
  const issuesByRule = [...Map.groupBy(issues, ({ rule }) => rule).values()];
  const { rules, select } = summary;
  if (issuesByRule.length + rules.length === 0) return nothing;
  const onToggle = (event: Event): void => {
    event.preventDefault();
    view.toggle(!view.isOpen);
  };
  return html`<details class="lint-issues" .open=${view.isOpen}><summary @click=${onToggle}>${icon('chevron-right')}${texts.lintIssues}<span
      class="count">${issuesByRule.length + rules.length}</span></summary>
    <ul>${issuesByRule.map((ruleIssues) => rulePart(ruleIssues, texts))}${rules.map((rule) => ruleSummaryPart(rule, texts, select))}</ul>
  </details>`;
}

/** Draws the locations where an item violates a rule. */
function rulePart(issues: readonly ItemLintIssue[], texts: InspectorTexts): PageTemplate {
  const [first] = issues;
  if (!first) return nothing;
  const paths = issues.flatMap(({ path }) => path ?? []);
  const unlistedCount = issues.at(-1)?.unlisted ?? 0;
  const code = (text: string): PageTemplate => html`<code class="quiet">${textSpan(text)}</code>`;
  // Issues with the same path have different messages.
  const areUnique = new Set(paths).size === issues.length;
  const locations = issues.map(
    ({ path = '', message }) => html`<li>${areUnique ? code(path) : textSpan(message)}</li>`,
  );
  return lintEntryPart(
    first,
    issues.length === 1
      ? paths.map((path) => html` ${code(path)}`)
      : html`<ul class="locations">${locations}${
          unlistedCount === 0
            ? nothing
            : html`<li class="quiet">${formatText(texts.moreLintIssues, unlistedCount)}</li>`
        }</ul>`,
    issues.length + unlistedCount,
    texts,
  );
}

/** Draws the items of a server that violate a rule. */
function ruleSummaryPart(
  rule: LintSummary,
  texts: InspectorTexts,
  select: (key: string) => void,
): PageTemplate {
  const { count, items, moreItems } = rule;
  const names = items.map(({ key, name }) =>
    button(textSpan(name), { className: 'link', key: `fault-${rule.rule}-${key}` }, () => select(key)),
  );
  const unlistedCount =
    moreItems === 0
      ? nothing
      : html`<span class="quiet">${formatText(texts.moreLintIssues, moreItems)}</span>`;
  return lintEntryPart(rule, html`<p class="items">${names}${unlistedCount}</p>`, count, texts);
}

function lintEntryPart(
  { severity, message, reason }: Pick<ItemLintIssue, 'severity' | 'message' | 'reason'>,
  locations: PageTemplate | readonly PageTemplate[],
  count: number,
  texts: InspectorTexts,
): PageTemplate {
  const countText =
    count === 1 ? nothing : html` <span class="quiet">${formatText(texts.lintIssueTimes, count)}</span>`;
  return html`<li class="iconed">${severityIcon(severity)}<div><p>${textSpan(message)}${countText}${
    count === 1 ? locations : nothing
  }</p>${count === 1 ? nothing : locations}<p class="quiet">${textSpan(reason)}</p></div></li>`;
}
