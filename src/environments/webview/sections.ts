import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon, type PageTemplate, textSpan, toolButton } from '../../editor/webview/templates.ts';
import type { EnvironmentAction } from '../page/actions.ts';
import type {
  EnvironmentPageState,
  PageAudit,
  PageDestination,
  PageErrors,
  PagePlayground,
} from '../page/protocol.ts';
import {
  actionButton,
  actionsElement,
  codeElement,
  copyableValue,
  type DrawContext,
  fieldsElement,
  optionalTime,
  statusElement,
} from './parts.ts';

/** Draws the IDs and the times, which are rarely needed. The branch is left out if the status card shows it. */
export function detailsPart(
  { environment, deployment }: EnvironmentPageState,
  isOpen: boolean,
  onToggle: (isOpen: boolean) => void,
  drawContext: DrawContext,
): PageTemplate {
  const { texts } = drawContext;
  const { environmentId, projectId, branch, createdAt } = environment.value ?? {};
  const { id, startedAt, completedAt, branch: deployedBranch } = deployment.value?.details ?? {};
  const copy = (value: string | undefined, action: EnvironmentAction) =>
    value === undefined ? undefined : copyableValue(drawContext, value, action, 'details');
  const toggle = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLDetailsElement) onToggle(currentTarget.open);
  };
  return html`<details ?open=${isOpen} @toggle=${toggle}>
    <summary id="environment">${icon('chevron-right')}${texts.environment}</summary>
    ${fieldsElement([
      [texts.branch, branch === deployedBranch ? undefined : branch],
      [texts.created, optionalTime(createdAt)],
      [texts.started, optionalTime(startedAt)],
      [texts.completed, optionalTime(completedAt)],
      [texts.environmentId, copy(environmentId, 'copyEnvironmentId')],
      [texts.projectId, copy(projectId, 'copyProjectId')],
      [texts.deploymentId, copy(id, 'copyDeploymentId')],
    ])}
  </details>`;
}

/** Draws the number of errors in the last 24 hours, beside the heading. */
export function errorsNote(errors: PageErrors | undefined): PageTemplate {
  return errors ? textSpan(errors.summary, 'quiet') : nothing;
}

/** Draws the latest errors of the log. Each opens the log at its latest time. */
export function errorsPart({ rows }: PageErrors, { texts, post }: DrawContext): PageTemplate {
  return html`<ul class="rows">${rows.map(
    ({ text, at, age, count }, index) =>
      html`<li>${button(
        html`<span class="row-icon failed">${icon('error')}</span><span class="row-text" dir="auto">${text}</span> ${
          count
            ? html`<span class="count" aria-hidden="true">${count.short}</span><span class="unseen">${count.long}</span> `
            : nothing
        }<time class="quiet" datetime=${at}>${age}</time>`,
        {
          className: 'row-button failed-row',
          key: `error-${index}`,
          hint: `${text}\n${texts.openError}`,
        },
        () => post({ kind: 'openError', index }),
      )}</li>`,
  )}</ul>`;
}

const auditIcons: Readonly<Record<PageAudit['tone'], string>> = {
  running: 'sync codicon-modifier-spin',
  failed: 'error',
  warned: 'warning',
  passed: 'pass',
  open: 'question',
};

/** Draws the last audit, which opens its report. */
export function auditPart({ tone, result, age }: PageAudit, { texts, post }: DrawContext): PageTemplate {
  return html`<p>${button(
    html`<span class="row-icon ${tone}">${icon(auditIcons[tone])}</span><span class="row-text" dir="auto">${result}</span> <span class="quiet">${age}</span>`,
    {
      className: 'row-button',
      key: 'audit',
      hint: texts.openAuditReport,
    },
    () => post({ kind: 'run', action: 'openAuditReport' }),
  )}</p>`;
}

type PageTelemetry = NonNullable<EnvironmentPageState['telemetry']['value']>;

/** Draws the number of suspended destinations, beside the heading. */
export function suspendedNote({ suspended }: Pick<PageTelemetry, 'suspended'> = {}): PageTemplate {
  return suspended === undefined ? nothing : textSpan(suspended, 'suspended');
}

/** `hasDeploymentPage`: whether the web dashboard has a page of the deployment, which is the way to its other pages. */
export function telemetryPart(
  { destinations, suspended }: PageTelemetry,
  drawContext: DrawContext,
  hasDeploymentPage: boolean,
): PageTemplate {
  const { texts, post } = drawContext;
  if (destinations.length === 0) return html`<p class="quiet">${texts.telemetryNone}</p>`;
  const options = { icon: 'link-external', key: 'telemetry-dashboard', className: 'link' };
  const openPage = (): void => post({ kind: 'run', action: 'openDeploymentPage' });
  const link = hasDeploymentPage ? html` ${button(texts.openDashboard, options, openPage)}` : nothing;
  return html`${suspended === undefined ? nothing : html`<p class="quiet">${texts.reactivation}${link}</p>`}
    <div class="destinations">${destinations.map((one, index) => destinationPart(one, `destination-${index}`, drawContext))}</div>
    ${actionsElement(actionButton(drawContext, 'copyCollectorConfig', 'telemetry'))}`;
}

/** Draws a destination as a row with folded facts. The remedy for a suspension is always visible. */
function destinationPart(destination: PageDestination, id: string, { texts }: DrawContext): PageTemplate {
  const { title, status, isSuspended, failure, endpoint, protocol, scope, headers } = destination;
  const lastFailure = isSuspended ? undefined : failure;
  return html`<article class="destination" aria-labelledby=${id}>
    <details><summary class=${isSuspended ? 'suspended' : 'active'}>${icon('chevron-right')}${icon(isSuspended ? 'warning' : 'pass', 'row-icon')}
      <h3 id=${id}>${textSpan(title)}</h3>
      <span class="destination-status">${textSpan(isSuspended && failure ? `${status} · ${failure.reason}` : status)}</span></summary>
    ${fieldsElement([
      [texts.lastFailure, lastFailure?.reason],
      [texts.whatToDo, lastFailure?.remedy],
      [texts.endpoint, endpoint === undefined ? texts.none : codeElement(endpoint)],
      [texts.protocol, protocol],
      [texts.requests, scope],
      [texts.headers, headers.length === 0 ? texts.none : headersPart(headers)],
      [texts.destinationId, codeElement(destination.id)],
    ])}</details>
    ${isSuspended && failure ? html`<p class="remedy quiet">${textSpan(failure.remedy)}</p>` : nothing}
  </article>`;
}

function headersPart(headers: PagePlayground['headers']) {
  return html`<ul class="plain">${headers.map(
    ({ name, kind, description }) =>
      html`<li>${codeElement(name)} ${textSpan(kind, 'quiet')}${
        description === undefined ? nothing : html`<p dir="auto">${description}</p>`
      }</li>`,
  )}</ul>`;
}

export function playgroundPart(playground: PagePlayground, drawContext: DrawContext): PageTemplate {
  const { isEnabled, status, isWritable, invitation } = playground;
  const edit = actionButton(drawContext, 'editPlayground', 'playground');
  return html`${isEnabled ? statusElement('passed', status) : statusElement('', status, 'circle-slash')}
    ${
      isWritable
        ? actionsElement(
            ...(isEnabled
              ? ([edit, actionButton(drawContext, 'disablePlayground', 'playground')] as const)
              : ([actionButton(drawContext, 'enablePlayground', 'playground'), edit] as const)),
          )
        : nothing
    }
    ${invitation === undefined ? describedPart(playground, drawContext) : html`<p class="quiet">${invitation}</p>`}`;
}

function describedPart(
  { name, description, prompts, headers, canOpenChat }: PagePlayground,
  { texts, post }: DrawContext,
): PageTemplate {
  const copy = (index: number, title: string) =>
    toolButton(formatText(texts.copyPrompt, title), 'copy', () => post({ kind: 'copyPrompt', index }), {
      key: `prompt-${index}`,
    });
  const tryInChat = (index: number, title: string) =>
    toolButton(
      formatText(texts.tryPrompt, title),
      'comment-discussion',
      () => post({ kind: 'tryPrompt', index }),
      { key: `try-${index}` },
    );
  const multilineText = (text: string) => html`<p class="multiline" dir="auto">${text}</p>`;
  return html`${fieldsElement([
    [texts.name, name],
    [texts.description, description === undefined ? undefined : multilineText(description)],
    [texts.headers, headers.length === 0 ? undefined : headersPart(headers)],
  ])}
    <h3>${texts.prompts}</h3>
    ${
      prompts.length === 0
        ? html`<p class="quiet">${texts.noPrompts}</p>`
        : prompts.map(
            ({ title, prompt }, index) =>
              html`<div class="prompt"><div class="line"><h4>${textSpan(title)}</h4>${copy(index, title)}${canOpenChat ? tryInChat(index, title) : nothing}</div>${multilineText(prompt)}</div>`,
          )
    }`;
}
