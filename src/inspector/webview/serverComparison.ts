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

/** Returns the texts for a comparison with an older snapshot, in place of those for a comparison with another server. */
const getSnapshotTexts = (texts: InspectorTexts): ServerComparisonTexts => ({
  sameListing: texts.sameListingSince,
  breakingChanges: texts.breakingChangesSince,
  noBreakingChanges: texts.noBreakingChangesSince,
  added: texts.addedSince,
  removed: texts.removedSince,
});

/** Draws the changes for clients that switch to another server, or the changes since a snapshot. */
export function serverComparisonPart(
  { title, isWithSnapshot, hasBreakingChanges, groups }: ListingComparison,
  texts: InspectorTexts,
  post: PageHost<InspectorPage>['post'],
): PageTemplate {
  const comparisonTexts: ServerComparisonTexts = isWithSnapshot ? getSnapshotTexts(texts) : texts;
  const verdict = hasBreakingChanges
    ? html`${icon('warning', 'poor')}${comparisonTexts.breakingChanges}`
    : html`${icon('pass', 'good')}${comparisonTexts.noBreakingChanges}`;
  return html`<section class="comparison" aria-labelledby="comparison">
    <div class="bar"><h2 id="comparison" tabindex="-1">${formatText(texts.comparedWith, toVisibleText(title))}</h2>
      <span class="actions">${button(texts.close, { icon: 'close', key: 'close-comparison' }, () => post({ kind: 'closeComparison' }))}</span></div>
    <p class="iconed">${groups.length === 0 ? html`${icon('pass', 'good')}${comparisonTexts.sameListing}` : verdict}</p>
    ${groups.map(
      (group) => html`<h3>${group.title}</h3><ul>
        ${group.removed.map(
          (
            name,
            index,
          ) => html`<li class="iconed" tabindex="0" data-vscode-context=${getMenuContext(group, 'removed', index)}>
            ${changeContent(name, 'remove', 'bad', comparisonTexts.removed)}</li>`,
        )}
        ${group.added.map((name) => html`<li class="iconed">${changeContent(name, 'add', 'good', comparisonTexts.added)}</li>`)}
        ${group.changed.map(
          (
            { key, isBreaking, changes },
            index,
          ) => html`<li tabindex=${isBreaking ? 0 : nothing} data-vscode-context=${isBreaking ? getMenuContext(group, 'changed', index) : nothing}>
            <p class="iconed">${isBreaking ? icon('warning', 'poor') : icon('edit')}${textSpan(key)}</p>
            <ul class="changes">${changes.map(
              ({ path, message, isBreaking: isBreakingChange }) =>
                html`<li class="iconed">${isBreakingChange ? icon('warning', 'poor') : icon('dash')}<span>${textSpan(message)}
                  <code class="quiet">${textSpan(path)}</code>${
                    isBreakingChange ? html` <span class="quiet">${texts.breakingChange}</span>` : nothing
                  }</span></li>`,
            )}</ul></li>`,
        )}</ul>${group.omittedCount === undefined ? nothing : html`<p class="quiet">${formatText(texts.omittedItems, group.omittedCount)}</p>`}`,
    )}
  </section>`;
}

/** Returns the context of an item, which the editor passes to the commands of the context menu. */
const getMenuContext = (
  { list }: Pick<ListingComparison['groups'][number], 'list'>,
  change: 'removed' | 'changed',
  index: number,
): string =>
  JSON.stringify({
    webviewSection: 'breakingChange',
    list,
    change,
    index,
    preventDefaultContextMenuItems: true,
  });

function changeContent(name: string, iconName: string, iconClass: string, note: string): PageTemplate {
  return html`${icon(iconName, iconClass)}<span>${textSpan(name)} <span class="quiet">${note}</span></span>`;
}
