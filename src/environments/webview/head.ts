import { html, nothing, type TemplateResult } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { menuButton } from '../../editor/webview/menuButton.ts';
import { button, icon, type PageTemplate, textSpan, toolButton } from '../../editor/webview/templates.ts';
import type { EnvironmentPageTexts } from '../page/pageTexts.ts';
import type { EnvironmentPageState, PageDeployment } from '../page/protocol.ts';
import {
  actionButton,
  codeElement,
  copyableValue,
  type DrawContext,
  loadingElement,
  problemElement,
  statusElement,
} from './parts.ts';

/** Draws the top of the page: the name, the address, the status, and the actions. */
export function environmentHead(
  state: EnvironmentPageState,
  isLoading: boolean,
  drawContext: DrawContext,
): TemplateResult {
  const { head, problem, environment } = state;
  const { texts, post } = drawContext;
  const { name, project } = head;
  const spin = isLoading ? ' codicon-modifier-spin' : '';
  const refresh = (): void => post({ kind: 'refresh' });
  return html`<div class="title"><h1 tabindex="-1">${textSpan(name)}</h1>
      ${problem ? nothing : toolButton(texts.refresh, `refresh${spin}`, refresh, { key: 'refresh' })}</div>
    <p class="place">${project === undefined ? nothing : textSpan(project)}${problem ? nothing : environmentBadge(head, texts)}</p>
    ${problem ? problemElement(problem, drawContext) : html`${addressElement(environment.value, drawContext)}${statusCard(state, drawContext)}`}
    ${problem ? nothing : problemElement(environment.problem, drawContext, 'environment')}`;
}

function environmentBadge(
  { hasProductionBadge, protectedBy }: EnvironmentPageState['head'],
  texts: EnvironmentPageTexts,
): PageTemplate {
  if (hasProductionBadge) {
    return html`<span class="badge production">${icon('circle-filled')}${texts.production}</span>`;
  }
  if (protectedBy === undefined) return nothing;
  const title = formatText(texts.protectedBy, protectedBy);
  return html`<span class="badge" title=${title}>${icon('shield')}${texts.protected}</span>`;
}

/** Draws the URL of the server, and the domains. */
function addressElement(
  environment: EnvironmentPageState['environment']['value'],
  drawContext: DrawContext,
): PageTemplate {
  const { texts, post } = drawContext;
  const { url, domains = [] } = environment ?? {};
  if (url === undefined && domains.length === 0) return nothing;
  return html`<div class="address">
    ${url === undefined ? nothing : html`<div title=${texts.url}><span class="unseen">${texts.url}: </span>${copyableValue(drawContext, url, 'copyServerUrl', 'head')}</div>`}
    ${
      domains.length === 0
        ? nothing
        : html`<ul class="domains" aria-label=${texts.domains}>${domains.map(
            ({ name, status, isFailed }, index) => {
              const copy = (): void => post({ kind: 'copyDomain', index });
              const copyButton = toolButton(formatText(texts.copyDomain, name), 'copy', copy, {
                key: `domain-${index}`,
              });
              const failureIcon = isFailed ? html`${icon('error')} ` : nothing;
              const statusText =
                status === undefined
                  ? nothing
                  : html`<span class=${isFailed ? 'failed' : 'quiet'}>${failureIcon}${textSpan(status)}</span>`;
              return html`<li class="copyable">${codeElement(name)}${copyButton}${statusText}</li>`;
            },
          )}</ul>`
    }
  </div>`;
}

/** Draws the status of the latest deployment, its reason, and what to do next. */
function statusCard(state: EnvironmentPageState, drawContext: DrawContext): TemplateResult {
  const { deployment, changedVariables, actions, menu, head } = state;
  const { texts, post, goToSection } = drawContext;
  const { value, problem, isLoading } = deployment;
  const { telemetryNote } = head;
  const menuGroups = menu.map((group) =>
    group.map((action) => ({ label: texts[action], run: () => post({ kind: 'run', action }) })),
  );
  const noteOptions = { icon: 'warning', key: 'note-telemetry', className: 'note telemetry' };
  return html`<section class="card status-card ${value?.tone ?? ''}" aria-label=${texts.status} aria-busy=${String(isLoading)}>
    ${problemElement(problem, drawContext, 'deployment')}
    ${value ? deploymentStatus(value, state, drawContext) : isLoading ? html`<div class="pending">${loadingElement(texts)}</div>` : nothing}
    ${changedVariables ? changedVariablesElement(changedVariables) : nothing}
    ${telemetryNote === undefined ? nothing : html`<p>${button(telemetryNote, noteOptions, () => goToSection('telemetry'))}</p>`}
    <div class="actions" role="group" aria-label=${texts.actions}>
      ${actions.map((action, index) => actionButton(drawContext, action, 'head', index === 0 ? 'action primary' : 'action'))}
      ${menuButton({ label: texts.moreActions, key: 'more', groups: menuGroups })}
    </div>
  </section>`;
}

function deploymentStatus(
  { tone, headline, details }: PageDeployment,
  { reason }: EnvironmentPageState,
  drawContext: DrawContext,
): TemplateResult {
  const { texts } = drawContext;
  if (!details) return statusElement(tone, headline);
  const { subject, running, commit, author, branch, duration } = details;
  return html`${statusElement(tone, headline)}
    ${reason ? reasonElement(reason, drawContext) : nothing}
    <div class="deployed">
      <p class="subject" dir="auto">${subject}</p>
      <ul class="facts">
        ${fact('git-commit', texts.commit, commit)}${fact('git-branch', texts.branch, branch)}
        ${fact('account', texts.author, author)}${fact('watch', texts.duration, duration)}
      </ul>
      ${running === undefined ? nothing : html`<p class="running-instead">${textSpan(running)}</p>`}
    </div>`;
}

/** Draws the line of the log that explains a failure. The place of the line is free before it's loaded. */
function reasonElement(
  { value, isLoading, problem }: NonNullable<EnvironmentPageState['reason']>,
  drawContext: DrawContext,
): PageTemplate {
  const { texts, post } = drawContext;
  if (problem) return problemElement(problem, drawContext, 'reason');
  if (value === undefined) return isLoading ? html`<p class="reason">${loadingElement(texts)}</p>` : nothing;
  const options = {
    key: 'reason',
    className: 'reason-line',
    hint: value,
    accessibleName: `${texts.reason}: ${value}. ${texts.showReason}`,
  };
  return html`<p class="reason">${button(codeElement(value), options, () => post({ kind: 'run', action: 'openDeploymentLogs' }))}</p>`;
}

function fact(iconId: string, name: string, value: string | undefined): PageTemplate {
  if (value === undefined) return nothing;
  return html`<li title=${name}>${icon(iconId)}<span class="unseen">${name}: </span>${textSpan(value)}</li>`;
}

/** Draws the keys of the variables, without their values. */
function changedVariablesElement({
  text,
  keys,
}: NonNullable<EnvironmentPageState['changedVariables']>): TemplateResult {
  return html`<div class="changed"><p class="warned">${icon('warning')}<span>${text}</span></p>
    ${keys.length === 0 ? nothing : html`<ul class="keys">${keys.map((key) => html`<li>${codeElement(key)}</li>`)}</ul>`}</div>`;
}
