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
  factsElement,
  optionalTime,
  statusElement,
} from './parts.ts';

export function environmentPart(
  { environmentId, projectId, url, domains, branch, createdAt }: PageEnvironment,
  drawContext: DrawContext,
): PageTemplate {
  const { strings } = drawContext;
  const copy = (value: string, action: 'copyServerUrl' | 'copyEnvironmentId' | 'copyProjectId') =>
    copyableValue(drawContext, value, action, 'environment');
  return factsElement([
    [strings.url, url === undefined ? strings.none : copy(url, 'copyServerUrl')],
    [strings.domains, domains.length === 0 ? strings.none : domainsPart(domains)],
    [strings.branch, branch ?? strings.none],
    [strings.created, optionalTime(createdAt)],
    [strings.environmentId, copy(environmentId, 'copyEnvironmentId')],
    [strings.projectId, projectId === undefined ? undefined : copy(projectId, 'copyProjectId')],
  ]);
}

function domainsPart(domains: PageEnvironment['domains']) {
  return html`<ul class="plain">${domains.map(({ name, state, isFailed }) => {
    if (state === undefined) return html`<li>${textSpan(name)}</li>`;
    const mark = isFailed ? html`${icon('error')} ` : nothing;
    return html`<li>${textSpan(name)} · <span class=${isFailed ? 'failed' : 'quiet'}>${mark}${textSpan(state)}</span></li>`;
  })}</ul>`;
}

export function deploymentPart(
  { tone, headline, shown: details }: PageDeployment,
  drawContext: DrawContext,
): PageTemplate {
  const { strings } = drawContext;
  if (!details) return html`<p class="quiet">${headline}</p>`;
  const { id, subject, commit, author, branch, startedAt, completedAt, took, hasPage } = details;
  return html`${statusElement(tone, headline)}<p class="subject" dir="auto">${subject}</p>
    ${factsElement([
      [
        strings.commit,
        commit === undefined ? undefined : copyableValue(drawContext, commit, 'copyCommitId', 'deployment'),
      ],
      [strings.branch, branch],
      [strings.author, author],
      [strings.started, optionalTime(startedAt)],
      [strings.completed, optionalTime(completedAt)],
      [strings.took, took],
      [strings.deploymentId, copyableValue(drawContext, id, 'copyDeploymentId', 'deployment')],
    ])}
    ${actionsElement(
      actionButton(drawContext, 'openDeploymentLogs', 'deployment'),
      hasPage ? actionButton(drawContext, 'openDeploymentPage', 'deployment') : nothing,
    )}`;
}

/** Shows keys without values. The document of the variables has the values. */
export function variablesPart(
  { changed, actions }: EnvironmentPageState,
  drawContext: DrawContext,
): PageTemplate {
  const { strings } = drawContext;
  const edit = actionButton(drawContext, 'editVariables', 'variables');
  if (!changed) return html`<p class="quiet">${strings.unchanged}</p>${actionsElement(edit)}`;
  return html`<p class="warned">${icon('warning')}<span>${strings.redeploy}</span></p>
    ${
      changed.keys.length === 0
        ? html`<p>${strings.changedUnknown}</p>`
        : html`<ul class="keys">${changed.keys.map((key) => html`<li>${codeElement(key)}</li>`)}</ul>`
    }
    ${factsElement([[strings.changedOn, optionalTime(changed.at)]])}
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
  if (destinations.length === 0) return html`<p class="quiet">${drawContext.strings.telemetryNone}</p>`;
  return html`${destinations.map((one, index) => destinationPart(one, `destination-${index}`, drawContext))}
    ${actionsElement(actionButton(drawContext, 'copyCollectorConfig', 'telemetry'))}`;
}

function destinationPart(destination: PageDestination, id: string, { strings }: DrawContext): PageTemplate {
  const { title, status, isSuspended, failure, endpoint, protocol, scope, headers } = destination;
  return html`<article class=${isSuspended ? 'card warned' : 'card'} aria-labelledby=${id}>
    <h3 id=${id}>${textSpan(title)}</h3>
    ${isSuspended ? statusElement('suspended', status, 'warning') : statusElement('', status, 'pass')}
    ${
      failure
        ? factsElement([
            [isSuspended ? strings.failure : strings.lastFailure, failure.reason],
            [
              strings.whatToDo,
              html`<div>${failure.remedies.map((remedy) => html`<p dir="auto">${remedy}</p>`)}</div>`,
            ],
          ])
        : nothing
    }
    ${factsElement([
      [strings.endpoint, endpoint === undefined ? strings.none : codeElement(endpoint)],
      [strings.protocol, protocol],
      [strings.requests, scope],
      [strings.headers, headers.length === 0 ? strings.none : headersPart(headers)],
      [strings.destinationId, codeElement(destination.id)],
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
    ${isWritable ? actionsElement(actionButton(drawContext, 'editPlayground', 'playground')) : nothing}`;
}

function describedPart(
  { name, description, prompts, headers }: PagePlayground,
  { strings, post }: DrawContext,
): PageTemplate {
  const copy = (index: number, title: string) =>
    toolButton(formatText(strings.copyPrompt, title), 'copy', () => post({ kind: 'copyPrompt', index }), {
      key: `prompt-${index}`,
    });
  const writtenText = (text: string) => html`<p class="written" dir="auto">${text}</p>`;
  return html`${factsElement([
    [strings.name, name],
    [strings.description, description === undefined ? undefined : writtenText(description)],
    [strings.headers, headers.length === 0 ? undefined : headersPart(headers)],
  ])}
    <h3>${strings.prompts}</h3>
    ${
      prompts.length === 0
        ? html`<p class="quiet">${strings.noPrompts}</p>`
        : prompts.map(
            ({ title, prompt }, index) =>
              html`<div class="prompt"><div class="line"><h4>${textSpan(title)}</h4>${copy(index, title)}</div>${writtenText(prompt)}</div>`,
          )
    }`;
}
