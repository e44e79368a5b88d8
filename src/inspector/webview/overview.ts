import { guard } from 'lit/directives/guard.js';
import { html, nothing } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { markInvisibleCharacters } from '../../editor/webview/markInvisibleCharacters.ts';
import { button, icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { ItemGroup } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorPage, InspectorState } from '../protocol.ts';
import { lintRulesPart, ruleSummaryPart } from './lintIssues.ts';
import { itemKindIcons } from './listing.ts';
import type { MarkdownToggles } from './markdownToggle.ts';

interface OverviewView {
  readonly texts: InspectorTexts;
  readonly markdownToggles: MarkdownToggles;
  readonly post: PageHost<InspectorPage>['post'];
  /** Selects an item. */
  select(key: string): void;
}

/** Draws a connected server as a whole: counts, capabilities, instructions, problems, and changes since the snapshot. */
export function overviewPart(state: InspectorState, view: OverviewView): PageTemplate {
  const { texts } = view;
  return html`<article class="overview" aria-labelledby="overview">
    <h2 id="overview">${texts.overview}</h2>
    <p class="invitation quiet">${texts.selectItem}</p>
    <ul class="tiles">${state.groups.map((group) => tilePart(group, view))}</ul>
    ${
      state.capabilities.length === 0
        ? nothing
        : html`<h3>${texts.capabilities}</h3><ul class="capabilities">${state.capabilities.map((capability) => html`<li class="iconed">${icon('check')}${textSpan(capability)}</li>`)}</ul>`
    }
    ${snapshotPart(state, view)}
    ${problemsPart(state, view)}
    ${instructionsPart(state, view)}
  </article>`;
}

/** Draws the number of items of a kind. The button selects the first item. */
function tilePart({ kind, title, items, failure }: ItemGroup, { select }: OverviewView): PageTemplate {
  const [first] = items;
  const content = html`${icon(failure === undefined ? itemKindIcons[kind] : 'error', failure === undefined ? '' : 'bad')}<b>${items.length}</b> ${title}`;
  return html`<li>${
    first
      ? button(content, { className: 'tile', key: `tile-${kind}` }, () => select(first.key))
      : html`<span class="tile quiet">${content}</span>`
  }</li>`;
}

function snapshotPart(
  { snapshotChanges, canSaveSnapshot }: InspectorState,
  { texts, post }: OverviewView,
): PageTemplate {
  if (!snapshotChanges) {
    if (!canSaveSnapshot) return nothing;
    return html`<h3>${texts.snapshotChanges}</h3><p class="quiet">${texts.noSnapshot}</p>
      <p class="actions">${button(texts.saveSnapshot, { icon: 'save', key: 'save-snapshot' }, () => post({ kind: 'saveSnapshot' }))}</p>`;
  }
  const { title, added, removed, changed, hasBreakingChanges } = snapshotChanges;
  const heading = html`<h3>${formatText(texts.changesSince, toVisibleText(title))}</h3>`;
  if (added + removed + changed === 0)
    return html`${heading}<p class="iconed">${icon('pass', 'good')}${texts.sameListingSince}</p>`;
  const counts = [
    [added, texts.addedCount],
    [removed, texts.removedCount],
    [changed, texts.changedCount],
  ] as const;
  const text = counts.flatMap(([count, label]) => (count === 0 ? [] : [formatText(label, count)])).join(', ');
  return html`${heading}<p class="iconed">${hasBreakingChanges ? icon('warning', 'poor') : icon('info', 'note')}<span>${text}.
      ${hasBreakingChanges ? texts.breakingChangesSince : texts.noBreakingChangesSince}</span></p>
    <p class="actions">${button(texts.showChanges, { icon: 'diff', key: 'show-changes' }, () => post({ kind: 'showSnapshotChanges' }))}</p>`;
}

function problemsPart(
  { groups, lintIssues, lintSummaries }: InspectorState,
  { texts, select }: OverviewView,
): PageTemplate {
  // Nothing is known before the lists are read.
  if (groups.every(({ items }) => items.length === 0) && lintIssues.length === 0) return nothing;
  const heading = html`<h3>${texts.lintIssues}</h3>`;
  if (lintIssues.length + lintSummaries.length === 0)
    return html`${heading}<p class="iconed">${icon('pass', 'good')}${texts.noLintIssues}</p>`;
  return html`${heading}<div class="lint-issues">${lintIssues.length === 0 ? nothing : lintRulesPart(lintIssues, texts)}
    <ul class="lint-rules">${lintSummaries.map((rule) => ruleSummaryPart(rule, texts, select))}</ul></div>`;
}

function instructionsPart(
  { instructions }: InspectorState,
  { texts, markdownToggles }: OverviewView,
): PageTemplate {
  if (instructions === undefined) return nothing;
  const markdown = { kind: 'text', text: instructions, mimeType: 'text/markdown' } as const;
  const part = markdownToggles('instructions', markdown)?.part;
  return html`<h3>${texts.instructions}</h3>${
    part ??
    html`${guard([instructions], () => html`<p class="text" dir="auto">${markInvisibleCharacters(instructions)}</p>`)}`
  }`;
}
