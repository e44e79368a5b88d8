import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { InspectorItem, LintSummary } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';

type ItemLintIssue = InspectorItem['lintIssues'][number];

/** Maximum number of names that one line contains. */
const maxNames = 4;

function severityIcon(severity: ItemLintIssue['severity']): PageTemplate {
  if (severity === 'error') return icon('error', 'bad');
  return severity === 'warning' ? icon('warning', 'poor') : icon('info', 'note');
}

/** Whether lint issues are expanded, which is the same for all items. */
export interface LintIssuesView {
  /** `undefined` if the user hasn't expanded or collapsed them. Then they are expanded only for errors. */
  readonly isOpen: boolean | undefined;
  toggle(isOpen: boolean): void;
}

/** Draws the lint issues of an item, one line for each rule. `find`: searches the item in the workspace. */
export function lintIssuesPart(
  issues: InspectorItem['lintIssues'],
  texts: InspectorTexts,
  view: LintIssuesView,
  find: () => void,
): PageTemplate {
  const issuesByRule = [...Map.groupBy(issues, ({ rule }) => rule).values()];
  if (issuesByRule.length === 0) return nothing;
  const isOpen = view.isOpen ?? issues.some(({ severity }) => severity === 'error');
  const onToggle = (event: Event): void => {
    event.preventDefault();
    view.toggle(!isOpen);
  };
  return html`<details class="lint-issues" .open=${isOpen}><summary @click=${onToggle}>${icon('chevron-right')}${texts.lintIssues}<span
      class="count">${issuesByRule.length}</span></summary>
    ${lintRulesPart(issues, texts)}
    <p class="actions">${button(texts.findInWorkspace, { icon: 'search', key: 'find-item' }, find)}</p>
  </details>`;
}

/** Draws a list of lint issues, one line for each rule. */
export function lintRulesPart(issues: InspectorItem['lintIssues'], texts: InspectorTexts): PageTemplate {
  const issuesByRule = [...Map.groupBy(issues, ({ rule }) => rule).values()];
  return html`<ul class="lint-rules">${issuesByRule.map((ruleIssues) => rulePart(ruleIssues, texts))}</ul>`;
}

function rulePart(issues: readonly ItemLintIssue[], texts: InspectorTexts): PageTemplate {
  const [first] = issues;
  if (!first) return nothing;
  const paths = issues.flatMap(({ path }) => path ?? []);
  const names = [...new Set(paths.filter((path) => path.lastIndexOf('/') > 0).map(getLastName))];
  const count = issues.length + (issues.at(-1)?.unlisted ?? 0);
  const nameList = names.slice(0, maxNames).join(', ') + (count > maxNames ? ', …' : '');
  const groupText = texts.lintGroups[first.rule as keyof InspectorTexts['lintGroups']];
  const text =
    count > 1 && groupText !== undefined
      ? formatText(texts.lintGroupNames, formatText(groupText, count), nameList)
      : first.message;
  const note =
    count > 1 && groupText === undefined
      ? html` <span class="quiet">${formatText(texts.lintIssueTimes, count)}</span>`
      : nothing;
  const hint = toVisibleText(paths.join('\n'));
  const location =
    groupText === undefined && nameList !== ''
      ? html` <code class="quiet">${toVisibleText(nameList)}</code>`
      : nothing;
  return html`<li class="iconed" title=${hint}>${severityIcon(first.severity)}<div><p>${textSpan(text)}${note}${location}</p>
    <p class="quiet">${textSpan(first.reason)}</p></div></li>`;
}

/** Returns the last name in a JSON Pointer. */
function getLastName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return toVisibleText(name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Draws a rule that items of a server violate, with links to these items. */
export function ruleSummaryPart(
  rule: LintSummary,
  texts: InspectorTexts,
  select: (key: string) => void,
): PageTemplate {
  const { count, items, moreItems, severity, message, reason } = rule;
  const groupText = texts.lintGroups[rule.rule as keyof InspectorTexts['lintGroups']];
  const isGrouped = count > 1 && groupText !== undefined;
  const countNote =
    count === 1 || isGrouped
      ? nothing
      : html` <span class="quiet">${formatText(texts.lintIssueTimes, count)}</span>`;
  return html`<li class="iconed">${severityIcon(severity)}<div>
    <p title=${toVisibleText(reason)}>${textSpan(isGrouped ? formatText(groupText, count) : message)}${countNote}</p>
    <p class="items">${items.map(({ key, name }) =>
      button(textSpan(name), { className: 'link', key: `fault-${rule.rule}-${key}` }, () => select(key)),
    )}${moreItems === 0 ? nothing : html`<span class="quiet">${formatText(texts.moreLintIssues, moreItems)}</span>`}</p>
  </div></li>`;
}
