import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon, type PageTemplate, textSpan, toolButton } from '../../editor/webview/templates.ts';
import type { LogTextName, LogTexts } from '../pageTexts.ts';
import type { LogPage } from '../protocol.ts';
import type { Verdict, VerdictAction, VerdictStep } from '../verdict/verdictSchema.ts';

/** The actions of the verdict's elements. */
export interface VerdictActions {
  readonly post: PageHost<LogPage>['post'];
  /** Clears a filter that hides the row, and scrolls to it. */
  goToRow(row: VerdictStep['row']): void;
}

interface VerdictView {
  readonly texts: LogTexts;
  /** Milliseconds since the page received the verdict. */
  readonly elapsedMs: number;
  readonly formatNumber: (value: number) => string;
}

const stepIcons: Readonly<Record<VerdictStep['state'], string>> = {
  done: 'pass',
  running: 'loading',
  failed: 'error',
  canceled: 'circle-slash',
};

const stepTexts: Readonly<Record<VerdictStep['state'], LogTextName>> = {
  done: 'stepDone',
  running: 'stepRunning',
  failed: 'stepFailed',
  canceled: 'stepCanceled',
};

const actionTexts: Readonly<Record<VerdictAction, LogTextName>> = {
  deploy: 'deployAgain',
  editVariables: 'editVariables',
  inspectServer: 'inspectServer',
  copyServerUrl: 'copyUrl',
  runAudit: 'runAudit',
  explain: 'explain',
};

/** Renders the result of a deployment above its log: the status, the actions, the steps, and the errors. */
export function renderVerdict(verdict: Verdict, view: VerdictView, actions: VerdictActions): TemplateResult {
  const { texts } = view;
  const { tone, icon: id, headline, facts } = verdict;
  const spin = tone === 'running' ? 'codicon-modifier-spin' : '';
  return html`<section class="verdict ${tone}" aria-label=${texts.verdict}>
    <div class="verdict-head">
      <div class="verdict-status">
        <div role="status"><h1 class="headline">${icon(id, spin)}${headline}</h1></div>
        ${textSpan(facts, 'facts')}
      </div>
      ${renderActions(verdict, view, actions)}
    </div>
    ${renderSteps(verdict, view, actions)} ${renderErrors(verdict, view, actions)}
  </section>`;
}

/** Renders the buttons. The first one is the primary one. */
function renderActions(
  { openFile, actions }: Verdict,
  { texts }: VerdictView,
  { post }: VerdictActions,
): PageTemplate {
  const getClassName = (isPrimary: boolean): string => (isPrimary ? 'action primary' : 'action');
  const fileButton =
    openFile &&
    button(openFile.label, { className: getClassName(true), key: 'openFile', hint: openFile.position }, () =>
      post({ kind: 'openPosition', position: openFile.position }),
    );
  if (!fileButton && actions.length === 0) return nothing;
  return html`<div class="actions" role="group" aria-label=${texts.verdictActions}>
    ${fileButton}
    ${actions.map((action, index) =>
      button(
        texts[actionTexts[action]],
        { className: getClassName(!fileButton && index === 0), key: action },
        () => post({ kind: 'runAction', action }),
      ),
    )}
  </div>`;
}

function renderSteps({ steps }: Verdict, view: VerdictView, actions: VerdictActions): PageTemplate {
  if (steps.length === 0) return nothing;
  return html`<ol class="steps" aria-label=${view.texts.steps}>
    ${steps.map((step) => renderStep(step, view, actions))}
  </ol>`;
}

/** Renders a step. A step that took longer is wider. */
function renderStep(step: VerdictStep, view: VerdictView, { goToRow }: VerdictActions): TemplateResult {
  const { texts } = view;
  const { label, state } = step;
  const durationMs =
    step.durationMs === undefined || state !== 'running' ? step.durationMs : step.durationMs + view.elapsedMs;
  const duration = durationMs === undefined ? undefined : formatStepDuration(durationMs, view);
  const visibleText = duration === undefined ? label : `${label} ${duration}`;
  const spin = state === 'running' ? ' codicon-modifier-spin' : '';
  // The policy of the page allows a property, but no attribute.
  return html`<li class="step ${state}" .style=${`flex-grow: ${Math.sqrt((durationMs ?? 0) / 1000 + 1)}`}>
    ${button(
      html`<span class="words">${label}</span> ${
        duration === undefined ? nothing : html`<span class="duration">${duration}</span>`
      }`,
      {
        icon: `${stepIcons[state]}${spin}`,
        className: 'step-button',
        hint: texts.goToStep,
        accessibleName: `${visibleText}, ${texts[stepTexts[state]]}`,
      },
      () => goToRow(step.row),
    )}
  </li>`;
}

function renderErrors(verdict: Verdict, view: VerdictView, actions: VerdictActions): PageTemplate {
  const { errors, errorsLabel, moreErrors } = verdict;
  if (errors.length === 0) return nothing;
  const { texts } = view;
  return html`<div class="errors">
    <h2 class="errors-label">${errorsLabel}</h2>
    <ul aria-label=${errorsLabel}>
      ${errors.map(
        ({ text, row, position }) => html`<li class="error-item">
          ${
            position === undefined
              ? button(textSpan(text, 'error-text'), { className: 'error-line', hint: texts.goToError }, () =>
                  actions.goToRow(row),
                )
              : html`${button(
                  html`${textSpan(text, 'error-text')} <span class="position">${icon('go-to-file')}${textSpan(position)}</span>`,
                  { className: 'error-line', hint: texts.openPosition },
                  () => actions.post({ kind: 'openPosition', position }),
                )}${toolButton(texts.goToError, 'arrow-down', () => actions.goToRow(row))}`
          }
        </li>`,
      )}
    </ul>
    ${moreErrors === undefined ? nothing : html`<p class="more-errors">${moreErrors}</p>`}
  </div>`;
}

/** Formats the duration of a step, such as "0.4 s", "12 s", and "2 min 5 s". */
function formatStepDuration(ms: number, { texts, formatNumber }: VerdictView): string {
  if (ms < 1000) return formatText(texts.seconds, formatNumber(Math.round(ms / 100) / 10));
  const seconds = Math.round(ms / 1000);
  return seconds < 60
    ? formatText(texts.seconds, formatNumber(seconds))
    : formatText(texts.minutes, formatNumber(Math.floor(seconds / 60)), seconds % 60);
}
