import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import {
  button,
  createRemedyButton,
  icon,
  type PageTemplate,
  problemBar,
} from '../../editor/webview/templates.ts';
import { formatWallTime } from '../../editor/webview/timeZone.ts';
import { findIncompleteIntervals } from '../buckets.ts';
import type { ChartFormatters } from '../chartFormatters.ts';
import type { AnalyticsTexts } from '../pageTexts.ts';
import { type PeriodIssue, parsePeriodEnd, recentRanges } from '../period.ts';
import type { AnalyticsPage, AnalyticsPageState } from '../protocol.ts';
import type { SavedView } from './savedView.ts';

export interface AnalyticsToolbarView {
  readonly state: AnalyticsPageState;
  readonly texts: AnalyticsTexts;
  readonly formats: ChartFormatters;
  readonly timeZone: string;
  /** Seconds until the next attempt, if the service requested a delay. */
  readonly secondsLeft: number;
  readonly saved: SavedView;
  /** The problems that the last submission of the form found. */
  readonly issues: readonly PeriodIssue[];
  readonly post: PageHost<AnalyticsPage>['post'];
  readonly actions: {
    selectRecentRange(range: string): void;
    toggleCustomForm(): void;
    editField(field: 'from' | 'to', text: string): void;
    submitCustomPeriod(): void;
  };
}

export function renderAnalyticsToolbar(view: AnalyticsToolbarView): TemplateResult {
  const { state, texts, saved, post, actions } = view;
  const { choice, shown, identity } = state;
  const isChosen = (range: string): boolean =>
    !saved.isCustom && choice.kind === 'recent' && choice.range === range;
  const isDisabled = !shown?.charts.length;
  return html`
    <h1 class="unseen">${formatText(texts.title, identity.projectName)}</h1>
    <div class="line">
      <div class="ranges" role="group" aria-label=${texts.time}>
        ${recentRanges.map(
          (range) => html`<button type="button" class="range" aria-pressed=${isChosen(range)}
            @click=${() => actions.selectRecentRange(range)}>${texts.recent[range]}</button>`,
        )}
        <button type="button" class="range custom" aria-pressed=${saved.isCustom || choice.kind === 'custom'}
          aria-expanded=${saved.isCustom} aria-controls="custom" @click=${actions.toggleCustomForm}>${texts.custom}</button>
      </div>
      <div class="tools">
        ${renderTool(texts.refresh, { icon: 'refresh', className: 'tool refresh' }, () => post({ kind: 'refresh' }))}
        ${renderTool(texts.copyAll, { icon: 'copy', className: 'tool', isDisabled }, () => post({ kind: 'copy' }))}
        ${renderTool(texts.export, { icon: 'export', className: 'tool', isDisabled }, () => post({ kind: 'export' }))}
      </div>
    </div>
    <div id="custom" ?hidden=${!saved.isCustom}>${saved.isCustom ? renderCustomForm(view) : nothing}</div>
    <div class="shown">${renderPeriod(view)}${renderLoading(view)}</div>`;
}

/** Renders a button whose label is visible if there is space, and a tooltip otherwise. */
const renderTool = (label: string, options: Parameters<typeof button>[1], run: () => void): TemplateResult =>
  button(html`<span class="label">${label}</span>`, { ...options, hint: label, accessibleName: label }, run);

function renderCustomForm({ texts, timeZone, saved, issues, actions }: AnalyticsToolbarView): TemplateResult {
  const submit = (event: Event): void => {
    event.preventDefault();
    actions.submitCustomPeriod();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') actions.toggleCustomForm();
  };
  const now = Date.now();
  const toPickerValue = (time: number): string => formatWallTime(time, timeZone).replace(' ', 'T');
  /**
   * Renders the calendar button of a field: the browser's own input, of which only the button is visible. Its other parts
   * can't contain a part of a date, an offset, or a date without a time. `showPicker()` isn't allowed in a webview.
   */
  const picker = (field: 'from' | 'to', label: string): TemplateResult => {
    const end = parsePeriodEnd(saved[field], field, now, timeZone);
    return html`<input class="picker" type="datetime-local" title=${texts.pick}
      aria-label=${formatText(texts.actionOf, texts.pick, label)} max=${toPickerValue(now)}
      .value=${live('time' in end ? toPickerValue(end.time) : '')}
      @input=${({ target }: Event) => actions.editField(field, (target as HTMLInputElement).value.replace('T', ' '))}>`;
  };
  const input = (field: 'from' | 'to', label: string): TemplateResult => {
    const issue = issues.find((candidate) => candidate.field === field);
    return html`<div class="field">
      <label for=${field}>${label}</label>
      <div class="with-picker"><input id=${field} class="box" type="text" size="18" autocomplete="off" spellcheck="false" .value=${live(saved[field])}
        aria-invalid=${issue !== undefined} aria-describedby=${issue ? `${field}-issue hint` : 'hint'}
        @input=${(event: Event) => actions.editField(field, (event.target as HTMLInputElement).value)}>
      ${picker(field, label)}</div>
    </div>`;
  };
  /** Renders the problem of a field below the row of the field. If both fields have one, it begins with the field's name. */
  const renderIssue = (field: 'from' | 'to', label: string): PageTemplate => {
    const issue = issues.find((candidate) => candidate.field === field);
    if (!issue) return nothing;
    const text = texts.rules[issue.rule];
    return html`<p class="issue" id="${field}-issue">${icon('error')}${issues.length > 1 ? `${label}: ${text}` : text}</p>`;
  };
  return html`<form novalidate aria-label=${texts.customTime} @submit=${submit} @keydown=${onKey}>
    ${input('from', texts.from)}${renderIssue('from', texts.from)}
    ${input('to', texts.to)}${renderIssue('to', texts.to)}
    <p class=${issues.length > 0 ? 'unseen' : 'hint'} id="hint">${formatText(texts.hint, timeZone)}</p>
    <button type="submit" class="action primary">${texts.show}</button>
  </form>`;
}

/**
 * Renders the period of the charts, and explains their hatching. After a failed request, the period differs from the
 * chosen one.
 */
function renderPeriod({ state: { shown }, texts, formats }: AnalyticsToolbarView): TemplateResult | string {
  if (!shown) return '';
  const { charts, interval, zone } = shown;
  const isHatched = charts.some((chart) => findIncompleteIntervals(chart, shown).length > 0);
  return html`<span class="what">${formats.formatPeriod(shown.from, shown.to)}${
    interval === undefined ? nothing : html` · <span class="interval">${interval}</span>`
  }${zone === undefined ? nothing : ` · ${zone}`}${isHatched ? ` · ${texts.incompleteNote}` : nothing}</span>`;
}

function renderLoading({ state, texts, secondsLeft, post }: AnalyticsToolbarView): PageTemplate {
  if (!state.isLoading) return nothing;
  const text = secondsLeft > 0 ? formatText(texts.waiting, secondsLeft) : texts.loading;
  return html`<span class="loading">
    ${icon('loading', 'codicon-modifier-spin')}${text}
    ${button(texts.cancel, { className: 'link' }, () => post({ kind: 'cancel' }))}
  </span>`;
}

/** Renders the bar with the problem and its remedies. */
export function renderAnalyticsNotice({
  state: { problem, shown },
  post,
}: AnalyticsToolbarView): PageTemplate {
  if (!problem) return nothing;
  return problemBar(problem, createRemedyButton(post), {
    className: shown ? '' : 'alone',
    role: problem.isInformational ? 'status' : 'alert',
  });
}
