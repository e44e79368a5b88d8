import { live } from 'lit/directives/live.js';
import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon, type PageTemplate, textSpan, timeElement } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { ReportTexts } from '../pageTexts.ts';
import type { CheckChange, Platform, ReportView } from '../report/reportSchema.ts';
import { checkKindIcons } from './parts.ts';

/** Scrolls to the check with an index, and focuses it. */
type ShowCheck = (index: number) => void;

interface ReadinessOptions {
  readonly texts: ReportTexts;
  readonly showCheck: ShowCheck;
  /** The keys of the expanded lists. */
  readonly unfolded: readonly string[];
  /** Saves that the user expanded or collapsed a list. */
  readonly toggleUnfolded: (key: string) => void;
}

/** Renders the readiness for each AI client, with links to the failed checks. */
export function renderReadiness(
  { platforms, readinessSummary }: ReportView,
  options: ReadinessOptions,
): PageTemplate {
  if (platforms.length === 0) return nothing;
  return html`<section class="clients" aria-labelledby="clients">
    <h2 id="clients" class="unseen">${readinessSummary}</h2>
    <ul>${platforms.map((platform) => renderPlatform(platform, options))}</ul>
  </section>`;
}

const readinessIcons: Readonly<Record<Platform['readiness'], string>> = {
  ready: 'pass',
  warned: 'warning',
  notReady: 'error',
  unknown: 'question',
};

/** Number of failed checks that are listed for a client without expanding the list. */
const listedCheckCount = 2;

function renderPlatform(
  { name, readiness, label, note, failedChecks }: Platform,
  { texts, showCheck, unfolded, toggleUnfolded }: ReadinessOptions,
): PageTemplate {
  const key = `more-${name}`;
  const renderList = (checks: Platform['failedChecks']): PageTemplate =>
    html`<ul class="failing">${checks.map(({ name, severity, index }) => {
      // Only failures have no severity. They don't make the server unusable for a client that is ready.
      const isBlocking = severity === undefined && readiness === 'notReady';
      const kind = isBlocking ? 'failure' : 'warning';
      const urgency = isBlocking ? texts.mustFix : texts.shouldFix;
      return html`<li class=${kind}>${icon(checkKindIcons[kind])}${renderCheckLink(name, () => showCheck(index))} <span class="urgency">${urgency}</span></li>`;
    })}</ul>`;
  // A list isn't folded for a single check.
  const isFolded = failedChecks.length > listedCheckCount + 1;
  const listed = isFolded ? failedChecks.slice(0, listedCheckCount) : failedChecks;
  const others = isFolded ? failedChecks.slice(listedCheckCount) : [];
  return html`<li class=${readiness}>
    <div class="client-head">${icon(readinessIcons[readiness])}${textSpan(name, 'client')}<span class="readiness">${label}</span></div>
    ${note === undefined ? nothing : html`<p class="failing quiet">${note}</p>`}
    ${listed.length === 0 ? nothing : renderList(listed)}
    ${
      others.length === 0
        ? nothing
        : html`<details class="failing" .open=${live(unfolded.includes(key))}><summary data-key=${key} @click=${() => toggleUnfolded(key)}>${icon('chevron-right')}${formatText(texts.moreChecks, others.length)}</summary>${renderList(others)}</details>`
    }
  </li>`;
}

function renderCheckLink(name: string, run: () => void): PageTemplate {
  return button(textSpan(name), { className: 'link' }, run);
}

const changeIcons: Readonly<Record<CheckChange['kind'], string>> = {
  newlyFailing: 'arrow-down',
  fixed: 'pass',
  stillFailing: 'error',
  undecided: 'question',
  new: 'add',
  gone: 'remove',
};

/** Renders the changes since the audit that this one is compared with. */
export function renderReportComparison(
  { comparison }: ReportView,
  texts: ReportTexts,
  showCheck: ShowCheck,
): PageTemplate {
  if (!comparison) return nothing;
  const { previousStartedAt, previousId, note, changes } = comparison;
  // Splits the text at the placeholder for the time, which is an element.
  const [textBefore = '', textAfter = ''] = formatText(texts.comparedWith, previousId, '\n').split('\n');
  const previousLabel =
    previousStartedAt === undefined
      ? textSpan(previousId)
      : html`${textSpan(textBefore)}${timeElement(toVisibleText(previousStartedAt))}${textAfter}`;
  return html`<section class="comparison" aria-labelledby="comparison">
    <h2 id="comparison" tabindex="-1">${texts.comparison}</h2>
    <p class="quiet">${previousLabel}</p>
    ${note === undefined ? nothing : html`<p>${note}</p>`} ${changes.map((change) => renderCheckChange(change, showCheck))}
  </section>`;
}

function renderCheckChange({ kind, title, checks }: CheckChange, showCheck: ShowCheck): PageTemplate {
  const items = checks.map(({ name, severity, message = '', index }) => {
    const nameOrLink = index === undefined ? textSpan(name) : renderCheckLink(name, () => showCheck(index));
    const severityText = severity === undefined ? ' ' : ` (${severity}) `;
    return html`<li>${nameOrLink}${severityText}${textSpan(message, 'quiet')}</li>`;
  });
  return html`<div class="change ${kind}">
    <h3>${icon(changeIcons[kind])}${title}<span class="count">${checks.length}</span></h3>
    <ul>${items}</ul>
  </div>`;
}
