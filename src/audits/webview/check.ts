import { html, nothing } from 'lit/html.js';
import { icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { ReportTexts } from '../pageTexts.ts';
import type { ReportCheck } from '../report/reportSchema.ts';
import { checkKindIcons, renderFacts, renderParagraph } from './parts.ts';

interface CheckViewOptions {
  readonly texts: ReportTexts;
  readonly isAboutTool: boolean;
  readonly isShown: boolean;
  /** Whether the details are expanded. */
  readonly isExpanded: boolean;
  readonly findInWorkspace: () => void;
  readonly toggleExpanded: () => void;
}

/**
 * Renders a check. Details of a check that requires action are always visible, and other details are expanded on
 * demand.
 */
export function renderCheck(check: ReportCheck, view: CheckViewOptions): PageTemplate {
  const { texts, isAboutTool, isShown, isExpanded, findInWorkspace, toggleExpanded } = view;
  const { index, kind, name, message, unknownValues, skipReason, hint, description } = check;
  const needsAction = kind === 'failure' || kind === 'warning' || kind === 'info' || kind === 'other';
  // If the check didn't run, its duration is only in the expanded details.
  const hasDuration = check.duration !== undefined && kind !== 'skip' && kind !== 'pending';
  const facts = [
    ...(needsAction ? [] : check.details),
    ...(check.platforms.length === 0 ? [] : [{ label: texts.platforms, value: check.platforms.join(', ') }]),
    ...(check.duration === undefined || hasDuration
      ? []
      : [{ label: texts.duration, value: check.duration }]),
    ...(check.id === undefined ? [] : [{ label: texts.checkId, value: check.id }]),
    ...check.additionalFacts,
  ];
  const expandableHint = needsAction ? undefined : hint;
  const hasDetails = description !== undefined || facts.length > 0 || expandableHint !== undefined;
  const addCheckName = (label: string): string => `${label}: ${toVisibleText(name)}`;
  const id = `check-${index}`;
  return html`<article class="check ${kind}" aria-labelledby=${id} data-index=${index} ?hidden=${!isShown}>
    ${icon(checkKindIcons[kind])}
    <div class="check-body">
      <div class="check-head">
        <h4 id=${id} tabindex="-1">${textSpan(name)}</h4>
        ${check.isAboutViews ? textSpan(texts.views, 'chip') : nothing}
        ${unknownValues === undefined ? nothing : textSpan(unknownValues, 'chip')}
        ${hasDuration ? html`<span class="duration">${check.duration}</span>` : nothing}
        <div class="check-actions">
          ${
            isAboutTool
              ? html`<button type="button" class="tool" aria-label=${addCheckName(texts.findInWorkspace)}
                  data-key="find-${index}" @click=${findInWorkspace}>${icon('search')}${texts.findInWorkspace}</button>`
              : nothing
          }${
            hasDetails
              ? html`<button type="button" class="tool more-toggle" aria-label=${addCheckName(texts.details)}
                  aria-controls="more-${index}" aria-expanded=${isExpanded} data-key="more-${index}"
                  @click=${toggleExpanded}>${icon('chevron-right')}${texts.details}</button>`
              : nothing
          }
        </div>
      </div>
      ${message === undefined ? nothing : renderParagraph(message, 'message')}
      ${skipReason === undefined || skipReason === message ? nothing : renderParagraph(skipReason, 'quiet')}
      ${needsAction ? html`${renderFacts(check.details)}${renderHint(hint, texts)}` : nothing}
      ${
        hasDetails
          ? html`<div class="more" id="more-${index}" ?hidden=${!isExpanded}>${
              isExpanded
                ? html`${description === undefined ? nothing : renderParagraph(description, 'description')}
                    ${renderFacts(facts)}${renderHint(expandableHint, texts)}`
                : nothing
            }</div>`
          : nothing
      }
    </div>
  </article>`;
}

function renderHint(hint: string | undefined, texts: ReportTexts): PageTemplate {
  if (hint === undefined) return nothing;
  return html`<div class="hint">${icon('lightbulb')}
    <div><span class="unseen">${texts.hint}: </span>${textSpan(hint, 'hint-text')}</div>
  </div>`;
}
