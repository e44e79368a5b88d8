import { html, nothing } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { button, icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { ReportTexts } from '../pageTexts.ts';
import { isProblem } from '../report/checkKinds.ts';
import type { Fact, ReportCheck } from '../report/reportSchema.ts';
import type { ReportPage } from '../reportProtocol.ts';
import { checkKindIcons, renderFacts, renderParagraph, renderText } from './parts.ts';

interface CheckViewOptions {
  readonly texts: ReportTexts;
  /** The name of the category, unless a heading has it. */
  readonly category: string | undefined;
  readonly isAboutTool: boolean;
  readonly isShown: boolean;
  /** Whether the check is the first one that matches the filter. */
  readonly isFirstMatch: boolean;
  /** Matches the words of the filter. */
  readonly pattern: RegExp | undefined;
  /** Whether the details are expanded. */
  readonly isExpanded: boolean;
  readonly post: PageHost<ReportPage>['post'];
  readonly toggleExpanded: () => void;
}

/**
 * Renders a check. Details of a check that requires action are always visible, and other details are expanded on
 * demand.
 */
export function renderCheck(check: ReportCheck, view: CheckViewOptions): PageTemplate {
  const { texts, isAboutTool, isShown, isFirstMatch, pattern, isExpanded, post, toggleExpanded } = view;
  const { index, kind, name, message, skipReason, hint, description } = check;
  const needsAction = isProblem(check) || kind === 'other';
  // If the check didn't run, its duration is only in the expanded details.
  const isDurationInMessage = check.duration !== undefined && hasWords(message, check.duration);
  const hasDuration =
    check.duration !== undefined && !isDurationInMessage && kind !== 'skip' && kind !== 'pending';
  const details = check.details.filter(
    ({ label, value }) => !(hasWords(message, label) && hasWords(message, value)),
  );
  const hasKnownDuration = hasDuration || isDurationInMessage;
  const facts = listExpandableFacts(check, texts, needsAction ? [] : details, hasKnownDuration);
  const expandableHint = needsAction ? undefined : hint;
  const hasDetails = description !== undefined || facts.length > 0 || expandableHint !== undefined;
  const foldedTexts = [description, expandableHint, ...facts.flatMap(({ label, value }) => [label, value])];
  const hasFoldedMatch = pattern && !isExpanded && foldedTexts.some((text = '') => text.search(pattern) >= 0);
  const addCheckName = (label: string): string => `${label}: ${toVisibleText(name)}`;
  const renderAction = (label: string, iconId: string, key: string, run: () => void): PageTemplate =>
    button(
      label,
      { icon: iconId, className: 'tool', key: `${key}-${index}`, accessibleName: addCheckName(label) },
      run,
    );
  const copyFixPrompt = isProblem(check)
    ? renderAction(texts.copyFixPrompt, 'copy', 'fix', () => post({ kind: 'copyFixPrompt', index }))
    : nothing;
  const id = `check-${index}`;
  return html`<article class="check ${kind} ${isFirstMatch ? 'first-match' : ''}" aria-labelledby=${id} data-index=${index} ?hidden=${!isShown}
    data-vscode-context=${getMenuContext(check)}>
    ${icon(checkKindIcons[kind])}
    <div class="check-body">
      ${renderCheckHead(check, view, hasDuration)}
      <div class="check-actions">
          ${
            isAboutTool
              ? renderAction(texts.findInWorkspace, 'search', 'find', () =>
                  post({ kind: 'findInWorkspace', index }),
                )
              : nothing
          }${hint === undefined ? copyFixPrompt : nothing}${
            hasDetails
              ? html`<button type="button" class="tool more-toggle" aria-label=${addCheckName(texts.details)}
                  aria-controls="more-${index}" aria-expanded=${isExpanded} data-key="more-${index}"
                  @click=${toggleExpanded}>${icon('chevron-right')}${hasFoldedMatch ? html`<mark>${texts.details}</mark>` : texts.details}</button>`
              : nothing
          }
      </div>
      ${message === undefined ? nothing : renderParagraph(message, 'message', pattern)}
      ${skipReason === undefined || skipReason === message ? nothing : renderParagraph(skipReason, 'quiet', pattern)}
      ${needsAction ? html`${renderFacts(details, pattern)}${renderHint(hint, texts, pattern, copyFixPrompt)}` : nothing}
      ${
        hasDetails
          ? html`<div class="more" id="more-${index}" ?hidden=${!isExpanded}>${
              isExpanded
                ? html`${description === undefined ? nothing : renderParagraph(description, 'description', pattern)}
                    ${renderFacts(facts, pattern)}${renderHint(expandableHint, texts, pattern)}`
                : nothing
            }</div>`
          : nothing
      }
    </div>
  </article>`;
}

/** Returns the context of a failed check, which the editor passes to the commands of the context menu. */
const getMenuContext = (check: ReportCheck): unknown =>
  isProblem(check)
    ? JSON.stringify({
        webviewSection: 'failedCheck',
        checkIndex: check.index,
        preventDefaultContextMenuItems: true,
      })
    : nothing;

/** Renders the name of a check, and its category, tags, and duration beside it. */
function renderCheckHead(
  { index, name, isAboutViews, unknownValues, duration }: ReportCheck,
  { texts, category, pattern }: CheckViewOptions,
  hasDuration: boolean,
): PageTemplate {
  const id = `check-${index}`;
  return html`<div class="check-head">
  <h4 id=${id} tabindex="-1" aria-level=${category === undefined ? 4 : 3}><span dir="auto">${renderText(name, pattern)}</span></h4>
  ${category === undefined ? nothing : html`<span class="category-name" dir="auto">${renderText(category, pattern)}</span>`}
  ${isAboutViews ? textSpan(texts.views, 'chip') : nothing}
  ${unknownValues === undefined ? nothing : textSpan(unknownValues, 'chip')}
  ${hasDuration ? html`<span class="duration">${duration}</span>` : nothing}
</div>`;
}

/** Whether a message contains a text as whole words. */
function hasWords(message: string | undefined, text: string): boolean {
  if (message === undefined || text.trim() === '') return false;
  const start = message.toLowerCase().indexOf(text.toLowerCase());
  if (start < 0) return false;
  const end = start + text.length;
  return !/[\w.]$/.test(message.slice(0, start)) && !/^\.?\w/.test(message.slice(end));
}

/** Returns the facts that are visible after the details were expanded. */
function listExpandableFacts(
  { platforms, duration, id, additionalFacts }: ReportCheck,
  texts: ReportTexts,
  details: readonly Fact[],
  hasVisibleDuration: boolean,
): readonly Fact[] {
  return [
    ...details,
    ...(platforms.length === 0 ? [] : [{ label: texts.platforms, value: platforms.join(', ') }]),
    ...(duration === undefined || hasVisibleDuration ? [] : [{ label: texts.duration, value: duration }]),
    ...(id === undefined ? [] : [{ label: texts.checkId, value: id }]),
    ...additionalFacts,
  ];
}

/** Renders a hint, and an action beside it. */
function renderHint(
  hint: string | undefined,
  texts: ReportTexts,
  pattern: RegExp | undefined,
  action: PageTemplate = nothing,
): PageTemplate {
  if (hint === undefined) return nothing;
  return html`<div class="hint">${icon('lightbulb')}
    <div class="hint-body"><span class="unseen">${texts.hint}: </span><span class="hint-text" dir="auto">${renderText(hint, pattern)}</span></div>
    ${action}
  </div>`;
}
