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

/** The texts and functions that the parts of the page need. */
export interface DrawContext {
  readonly texts: EnvironmentPageTexts;
  readonly post: PageHost<EnvironmentPage>['post'];
  /** Scrolls to a section, and focuses it. */
  readonly goToSection: (section: SectionId) => void;
}

const actionIcons: Readonly<Record<EnvironmentAction, string>> = {
  deploy: 'rocket',
  showLogs: 'output',
  openDeploymentLogs: 'package',
  openDeploymentPage: 'link-external',
  inspectServer: 'inspect',
  editVariables: 'edit',
  runAudit: 'checklist',
  openAuditReport: 'checklist',
  copyServerUrl: 'copy',
  openInBrowser: 'link-external',
  showAnalytics: 'graph',
  copyEnvironmentId: 'copy',
  copyProjectId: 'copy',
  copyDeploymentId: 'copy',
  copyCommitId: 'copy',
  dismissRedeploy: 'close',
  copyCollectorConfig: 'copy',
  showTelemetry: 'broadcast',
  showPlayground: 'beaker',
  editPlayground: 'edit',
  enablePlayground: 'play',
  disablePlayground: 'circle-slash',
  createIntentCategory: 'add',
  importIntentCategories: 'folder-opened',
  publishToRegistry: 'megaphone',
};

/** Draws a button for an action. `place` makes the key of the button unique on the page. */
export function actionButton(
  { texts, post }: DrawContext,
  action: EnvironmentAction,
  place: string,
  className = 'action',
) {
  const options = { icon: actionIcons[action], key: `${place}-${action}`, className };
  return button(texts[action], options, () => post({ kind: 'run', action }));
}

/** Draws a value with a button that copies it. */
export function copyableValue(
  { texts, post }: DrawContext,
  value: string,
  action: EnvironmentAction,
  place: string,
): TemplateResult {
  const run = (): void => post({ kind: 'run', action });
  const key = `${place}-${action}`;
  return html`<span class="copyable">${codeElement(value)}${toolButton(texts[action], 'copy', run, { key })}</span>`;
}

/** Draws a value. A URL wraps before the parts of its path if possible. */
export function codeElement(text: string): TemplateResult {
  const parts = text.split(/(?<=[^:/])(?=\/)/);
  return html`<code dir="auto">${parts.map((part, index) => html`${index === 0 ? '' : html`<wbr>`}${part}`)}</code>`;
}

/** Draws names and values. Omits absent values. */
export function fieldsElement(
  fields: readonly (readonly [name: string, value: TemplateResult | string | undefined])[],
): TemplateResult {
  const presentFields = fields.filter(([, value]) => value !== undefined);
  return html`<dl class="fields">${presentFields.map(
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

/** Draws a status as a text with an icon and a color. */
export function statusElement(
  tone: string,
  text: string,
  iconId = toneIcons[tone as DeploymentTone],
): TemplateResult {
  return html`<p class="status ${tone}">${icon(iconId)}${textSpan(text)}</p>`;
}

/** Draws a problem. Without a section, it's the problem of the whole page. */
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

export function loadingElement({ loading }: EnvironmentPageTexts): TemplateResult {
  return html`<span class="quiet">${icon('loading', 'codicon-modifier-spin')} ${loading}</span>`;
}

export function actionsElement(...buttons: readonly PageTemplate[]): TemplateResult {
  return html`<div class="actions">${buttons}</div>`;
}
