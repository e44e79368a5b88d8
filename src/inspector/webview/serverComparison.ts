import { html, nothing } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { ListingComparison } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorPage } from '../protocol.ts';

type ServerComparisonTexts = Pick<
  InspectorTexts,
  'sameListing' | 'breakingChanges' | 'noBreakingChanges' | 'added' | 'removed'
>;

/** Returns the texts for a comparison with a snapshot instead of another server. */
const snapshotTexts = (strings: InspectorTexts): ServerComparisonTexts => ({
  sameListing: strings.sameListingSince,
  breakingChanges: strings.breakingChangesSince,
  noBreakingChanges: strings.noBreakingChangesSince,
  added: strings.addedSince,
  removed: strings.removedSince,
});

/** Draws the changes for clients that switch to another server, or the changes since a snapshot. */
export function serverComparisonPart(
  { title, isWithSnapshot, hasBreakingChanges, groups }: ListingComparison,
  strings: InspectorTexts,
  post: PageHost<InspectorPage>['post'],
): PageTemplate {
  const texts: ServerComparisonTexts = isWithSnapshot ? snapshotTexts(strings) : strings;
  const verdict = hasBreakingChanges
    ? html`${icon('warning', 'poor')}${texts.breakingChanges}`
    : html`${icon('pass', 'good')}${texts.noBreakingChanges}`;
  return html`<section class="comparison" aria-labelledby="comparison">
    <div class="bar"><h2 id="comparison" tabindex="-1">${formatText(strings.comparedWith, toVisibleText(title))}</h2>
      <span class="actions">${button(strings.close, { icon: 'close', key: 'close-comparison' }, () => post({ kind: 'closeComparison' }))}</span></div>
    <p class="iconed">${groups.length === 0 ? html`${icon('pass', 'good')}${texts.sameListing}` : verdict}</p>
    ${groups.map(
      (group) => html`<h3>${group.title}</h3><ul>
        ${group.removed.map((name) => changeLine(name, 'remove', 'bad', texts.removed))}
        ${group.added.map((name) => changeLine(name, 'add', 'good', texts.added))}
        ${group.changed.map(
          ({ key, isBreaking, changes }) => html`<li>
            <p class="iconed">${isBreaking ? icon('warning', 'poor') : icon('edit')}${textSpan(key)}</p>
            <ul class="changes">${changes.map(
              ({ path, message, isBreaking: isWorse }) =>
                html`<li class="iconed">${isWorse ? icon('warning', 'poor') : icon('dash')}<span>${textSpan(message)}
                  <code class="quiet">${textSpan(path)}</code>${
                    isWorse ? html` <span class="quiet">${strings.breakingChange}</span>` : nothing
                  }</span></li>`,
            )}</ul></li>`,
        )}</ul>${group.omittedCount === undefined ? nothing : html`<p class="quiet">${formatText(strings.omittedItems, group.omittedCount)}</p>`}`,
    )}
  </section>`;
}

function changeLine(name: string, id: string, tone: string, note: string): PageTemplate {
  return html`<li class="iconed">${icon(id, tone)}<span>${textSpan(name)} <span class="quiet">${note}</span></span></li>`;
}
