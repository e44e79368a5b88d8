import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import type { PageProblem } from '../../editor/webview/protocol.ts';
import {
  button,
  icon,
  type PageTemplate,
  problemBar,
  textSpan,
  timeElement,
  toolButton,
} from '../../editor/webview/templates.ts';
import { omitUndefined } from '../../fields.ts';
import type { EnvironmentAction } from '../page/actions.ts';
import type { EnvironmentPageTexts } from '../page/pageTexts.ts';
import type { DeploymentTone, EnvironmentPage, SectionId } from '../page/protocol.ts';

/** What the parts of a page draw with. */
export interface DrawContext {
  readonly strings: EnvironmentPageTexts;
  readonly post: PageHost<EnvironmentPage>['post'];
  /** Brings a section into view, and the focus to it. */
  readonly goToSection: (section: SectionId) => void;
}

const actionIcons: Readonly<Record<EnvironmentAction, string>> = {
  deploy: 'rocket',
  showLogs: 'output',
  openDeploymentLogs: 'output',
  openDeploymentPage: 'link-external',
  editVariables: 'edit',
  runAudit: 'checklist',
  copyServerUrl: 'copy',
  openInBrowser: 'link-external',
  showAnalytics: 'graph',
  copyEnvironmentId: 'copy',
  copyProjectId: 'copy',
  copyDeploymentId: 'copy',
  copyCommitId: 'copy',
  dismissRedeploy: 'close',
  copyCollectorConfig: 'copy',
  editPlayground: 'edit',
};

/** A button that has the host do something. `place`: where it stands. */
export function actionButton(
  { strings, post }: DrawContext,
  action: EnvironmentAction,
  place: string,
  className = 'action',
) {
  const look = { icon: actionIcons[action], key: `${place}-${action}`, className };
  return button(strings[action], look, () => post({ kind: 'run', action }));
}

/** A value with a small button behind it that copies it. */
export function copyableValue(
  { strings, post }: DrawContext,
  value: string,
  action: EnvironmentAction,
  place: string,
): TemplateResult {
  const run = (): void => post({ kind: 'run', action });
  const key = `${place}-${action}`;
  return html`<span class="copied">${codeElement(value)}${toolButton(strings[action], 'copy', run, { key })}</span>`;
}

export function codeElement(text: string): TemplateResult {
  return html`<code dir="auto">${text}</code>`;
}

/** Names and values; what is absent is left out. */
export function factsElement(
  facts: readonly (readonly [name: string, value: TemplateResult | string | undefined])[],
): TemplateResult {
  const given = facts.filter(([, value]) => value !== undefined);
  return html`<dl class="facts">${given.map(
    ([name, value]) =>
      html`<div><dt>${name}</dt><dd>${typeof value === 'string' ? textSpan(value) : value}</dd></div>`,
  )}</dl>`;
}

export function optionalTime(iso: string | undefined): TemplateResult | undefined {
  return iso === undefined ? undefined : timeElement(iso);
}

const toneIcons: Readonly<Record<DeploymentTone, string>> = {
  running: 'sync codicon-modifier-spin',
  passed: 'pass-filled',
  failed: 'error',
  canceled: 'circle-slash',
  none: 'circle-outline',
  unknown: 'info',
};

/** How something stands: in words, with a shape, and in a colour. */
export function statusElement(
  tone: string,
  text: string,
  id = toneIcons[tone as DeploymentTone],
): TemplateResult {
  return html`<p class="status ${tone}">${icon(id)}${textSpan(text)}</p>`;
}

/** Without a section it is about the whole page. */
export function problemElement(
  problem: PageProblem | undefined,
  { post }: DrawContext,
  section?: SectionId,
): PageTemplate {
  if (!problem) return nothing;
  return problemBar(problem, (label, index, icon) =>
    button(label, { icon, key: `${section ?? 'page'}-remedy-${index}` }, () =>
      post({ kind: 'remedy', index, ...omitUndefined({ section }) }),
    ),
  );
}

export function actionsElement(...buttons: readonly PageTemplate[]): TemplateResult {
  return html`<div class="actions">${buttons}</div>`;
}
