import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
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
};

/** Renders the result of a deployment above its log: the status, the actions, the steps, and the errors. */
export function renderVerdict(verdict: Verdict, view: VerdictView, actions: VerdictActions): TemplateResult {
  const { texts } = view;
  const { tone, icon: id, headline, facts, actions: actionIds } = verdict;
  const spin = tone === 'running' ? 'codicon-modifier-spin' : '';
  return html`<section class="verdict ${tone}" aria-label=${texts.verdict}>
    <div class="verdict-head">
      <div class="verdict-status">
        <div role="status"><h1 class="headline">${icon(id, spin)}${headline}</h1></div>
        ${textSpan(facts, 'facts')}
      </div>
      ${
        actionIds.length === 0
          ? nothing
          : html`<div class="actions" role="group" aria-label=${texts.verdictActions}>
              ${actionIds.map((action, index) => renderAction(action, index === 0, view, actions))}
            </div>`
      }
    </div>
    ${renderSteps(verdict, view, actions)} ${renderErrors(verdict, view, actions)}
  </section>`;
}

function renderAction(
  action: VerdictAction,
  isPrimary: boolean,
  { texts }: VerdictView,
  { post }: VerdictActions,
): TemplateResult {
  const className = isPrimary ? 'action primary' : 'action';
  return button(texts[actionTexts[action]], { className, key: action }, () =>
    post({ kind: 'runAction', action }),
  );
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
          ${button(textSpan(text), { className: 'error-line', hint: texts.goToError }, () => actions.goToRow(row))}
          ${
            position === undefined
              ? nothing
              : button(
                  textSpan(position),
                  { icon: 'go-to-file', className: 'link position', hint: texts.openPosition },
                  () => actions.post({ kind: 'openPosition', position }),
                )
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
