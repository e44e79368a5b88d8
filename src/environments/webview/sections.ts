import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { icon, type PageTemplate, textSpan, toolButton } from '../../editor/webview/templates.ts';
import type {
  EnvironmentPageState,
  PageDeployment,
  PageDestination,
  PageEnvironment,
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

export function environmentPart(
  { environmentId, projectId, url, domains, branch, createdAt }: PageEnvironment,
  drawContext: DrawContext,
): PageTemplate {
  const { texts } = drawContext;
  const copy = (value: string, action: 'copyServerUrl' | 'copyEnvironmentId' | 'copyProjectId') =>
    copyableValue(drawContext, value, action, 'environment');
  return fieldsElement([
    [texts.url, url === undefined ? texts.none : copy(url, 'copyServerUrl')],
    [texts.domains, domains.length === 0 ? texts.none : domainsPart(domains)],
    [texts.branch, branch ?? texts.none],
    [texts.created, optionalTime(createdAt)],
    [texts.environmentId, copy(environmentId, 'copyEnvironmentId')],
    [texts.projectId, projectId === undefined ? undefined : copy(projectId, 'copyProjectId')],
  ]);
}

function domainsPart(domains: PageEnvironment['domains']) {
  return html`<ul class="plain">${domains.map(({ name, status, isFailed }) => {
    if (status === undefined) return html`<li>${textSpan(name)}</li>`;
    const failureIcon = isFailed ? html`${icon('error')} ` : nothing;
    return html`<li>${textSpan(name)} · <span class=${isFailed ? 'failed' : 'quiet'}>${failureIcon}${textSpan(status)}</span></li>`;
  })}</ul>`;
}

export function deploymentPart(
  { tone, headline, details }: PageDeployment,
  drawContext: DrawContext,
): PageTemplate {
  const { texts } = drawContext;
  if (!details) return html`<p class="quiet">${headline}</p>`;
  const { id, subject, commit, author, branch, startedAt, completedAt, duration, hasPage } = details;
  return html`${statusElement(tone, headline)}<p class="subject" dir="auto">${subject}</p>
    ${fieldsElement([
      [
        texts.commit,
        commit === undefined ? undefined : copyableValue(drawContext, commit, 'copyCommitId', 'deployment'),
      ],
      [texts.branch, branch],
      [texts.author, author],
      [texts.started, optionalTime(startedAt)],
      [texts.completed, optionalTime(completedAt)],
      [texts.duration, duration],
      [texts.deploymentId, copyableValue(drawContext, id, 'copyDeploymentId', 'deployment')],
    ])}
    ${actionsElement(
      actionButton(drawContext, 'openDeploymentLogs', 'deployment'),
      hasPage ? actionButton(drawContext, 'openDeploymentPage', 'deployment') : nothing,
    )}`;
}

/** Draws the changedVariables variables: their keys without values. */
export function variablesPart(
  { changedVariables, actions }: EnvironmentPageState,
  drawContext: DrawContext,
): PageTemplate {
  const { texts } = drawContext;
  const edit = actionButton(drawContext, 'editVariables', 'variables');
  if (!changedVariables) return html`<p class="quiet">${texts.unchanged}</p>${actionsElement(edit)}`;
  return html`<p class="warned">${icon('warning')}<span>${texts.redeploy}</span></p>
    ${
      changedVariables.keys.length === 0
        ? html`<p>${texts.changedUnknown}</p>`
        : html`<ul class="keys">${changedVariables.keys.map((key) => html`<li>${codeElement(key)}</li>`)}</ul>`
    }
    ${fieldsElement([[texts.changedOn, optionalTime(changedVariables.changedAt)]])}
    ${actionsElement(
      actions.includes('deploy') ? actionButton(drawContext, 'deploy', 'variables') : nothing,
      edit,
      actionButton(drawContext, 'dismissRedeploy', 'variables'),
    )}`;
}

export function telemetryPart(
  { destinations }: { readonly destinations: readonly PageDestination[] },
  drawContext: DrawContext,
): PageTemplate {
  if (destinations.length === 0) return html`<p class="quiet">${drawContext.texts.telemetryNone}</p>`;
  return html`${destinations.map((one, index) => destinationPart(one, `destination-${index}`, drawContext))}
    ${actionsElement(actionButton(drawContext, 'copyCollectorConfig', 'telemetry'))}`;
}

function destinationPart(destination: PageDestination, id: string, { texts }: DrawContext): PageTemplate {
  const { title, status, isSuspended, failure, endpoint, protocol, scope, headers } = destination;
  return html`<article class=${isSuspended ? 'card warned' : 'card'} aria-labelledby=${id}>
    <h3 id=${id}>${textSpan(title)}</h3>
    ${isSuspended ? statusElement('suspended', status, 'warning') : statusElement('', status, 'pass')}
    ${
      failure
        ? fieldsElement([
            [isSuspended ? texts.failure : texts.lastFailure, failure.reason],
            [
              texts.whatToDo,
              html`<div>${failure.remedies.map((remedy) => html`<p dir="auto">${remedy}</p>`)}</div>`,
            ],
          ])
        : nothing
    }
    ${fieldsElement([
      [texts.endpoint, endpoint === undefined ? texts.none : codeElement(endpoint)],
      [texts.protocol, protocol],
      [texts.requests, scope],
      [texts.headers, headers.length === 0 ? texts.none : headersPart(headers)],
      [texts.destinationId, codeElement(destination.id)],
    ])}
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
  return html`${isEnabled ? statusElement('passed', status) : statusElement('', status, 'circle-slash')}
    ${invitation === undefined ? describedPart(playground, drawContext) : html`<p class="quiet">${invitation}</p>`}
    ${
      isWritable
        ? actionsElement(
            actionButton(drawContext, isEnabled ? 'disablePlayground' : 'enablePlayground', 'playground'),
            actionButton(drawContext, 'editPlayground', 'playground'),
          )
        : nothing
    }`;
}

/** Draws the actions for intent categories, which the service can't list. */
export function intentsPart(drawContext: DrawContext): PageTemplate {
  return html`<p class="quiet">${drawContext.texts.intentsText}</p>
    ${actionsElement(
      actionButton(drawContext, 'createIntentCategory', 'intents'),
      actionButton(drawContext, 'importIntentCategories', 'intents'),
    )}`;
}

/** Draws the action that publishes the server of a project. The tree shows the published version. */
export function registryPart(drawContext: DrawContext): PageTemplate {
  return html`<p class="quiet">${drawContext.texts.registryText}</p>
    ${actionsElement(actionButton(drawContext, 'publishToRegistry', 'registry'))}`;
}

function describedPart(
  { name, description, prompts, headers }: PagePlayground,
  { texts, post }: DrawContext,
): PageTemplate {
  const copy = (index: number, title: string) =>
    toolButton(formatText(texts.copyPrompt, title), 'copy', () => post({ kind: 'copyPrompt', index }), {
      key: `prompt-${index}`,
    });
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
              html`<div class="prompt"><div class="line"><h4>${textSpan(title)}</h4>${copy(index, title)}</div>${multilineText(prompt)}</div>`,
          )
    }`;
}
