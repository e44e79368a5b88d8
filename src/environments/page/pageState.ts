import * as l10n from '@vscode/l10n';
import type { Environment } from '../../api/environmentRecord.ts';
import type {
  DestinationSummary,
  LastDeployment,
  PlaygroundSummary,
} from '../../domain/environmentSummary.ts';
import { toPlainText } from '../../domain/plainText.ts';
import { type Problem, toPageProblem } from '../../editor/problem.ts';
import type { PageProblem } from '../../editor/webview/protocol.ts';
import { omitUndefined } from '../../fields.ts';
import { domainStatusText } from '../domainStatusText.ts';
import type { RedeployReminder } from '../redeployReminder.ts';
import type { EnvironmentAction } from './actions.ts';
import type {
  DeploymentTone,
  EnvironmentIdentity,
  EnvironmentPageState,
  PageDeployment,
  PageDestination,
  PageEnvironment,
  PageNote,
  PagePlayground,
} from './protocol.ts';
import {
  changedVariablesText,
  formatDeploymentHeadline,
  getDeploymentTone,
  suspendedText,
  type TimeTextOptions,
} from './statusTexts.ts';

/** Limits for texts and lists, which exceed them only if something is wrong. Longer ones are shortened. */
const maxLineLength = 300;
const maxTextLength = 2000;
const maxItems = 200;

/** The data of a section. `problem`: the reason why the last request failed. */
interface PageSection<Value> {
  readonly isLoading: boolean;
  readonly value?: Value | undefined;
  readonly problem?: Problem | undefined;
}

interface EnvironmentPageData {
  readonly identity: EnvironmentIdentity;
  readonly protectedBy?: string | undefined;
  /** The problem of the whole page. */
  readonly problem?: Problem | undefined;
  readonly environment: PageSection<Environment>;
  readonly deployment: PageSection<LastDeployment>;
  readonly redeployReminder?: RedeployReminder | undefined;
  readonly telemetry: PageSection<readonly DestinationSummary[]>;
  readonly playground: PageSection<PlaygroundSummary>;
}

/** Creates the state of the page. All texts are in plain text, and limited in length. */
export function createEnvironmentPageState(
  data: EnvironmentPageData,
  timeTextOptions: TimeTextOptions,
): EnvironmentPageState {
  const { identity, protectedBy, problem, redeployReminder } = data;
  const deployment = toPageSection(data.deployment, (last) => toPageDeployment(last, timeTextOptions));
  const environment = toPageSection(data.environment, toPageEnvironment);
  const { tone, headline } = deployment.value ?? {};
  const isKnown = tone !== undefined && (tone !== 'unknown' || deployment.value?.details !== undefined);
  const { url, projectId = identity.projectId } = environment.value ?? {};
  return {
    identity,
    head: {
      name: toLine(identity.environmentName) || toLine(identity.environmentId),
      ...(identity.projectName !== undefined && { project: toLine(identity.projectName) }),
      isProduction: identity.isProduction === true,
      ...(protectedBy !== undefined && { protectedBy: toLine(protectedBy) }),
      ...(isKnown && headline !== undefined && { status: { tone, text: headline } }),
      notes: problem ? [] : listNotes(data),
    },
    ...omitUndefined({ problem: problem && toLimitedProblem(problem) }),
    actions: problem
      ? []
      : listActions({
          url,
          projectId,
          isChanged: redeployReminder !== undefined,
          // A service that can't list deployments can't start any.
          isDeployable: data.deployment.value !== 'unlisted',
          ...(isKnown && { tone }),
        }),
    environment,
    deployment,
    ...omitUndefined({ changedVariables: redeployReminder && toChangedVariables(redeployReminder) }),
    telemetry: toPageSection(data.telemetry, (all) => ({
      destinations: all.slice(0, maxItems).map(toPageDestination),
    })),
    playground: toPageSection(data.playground, toPagePlayground),
  };
}

/** Creates notes for the top of the page about sections that need attention, which might be out of view. */
function listNotes({ redeployReminder, telemetry }: EnvironmentPageData): readonly PageNote[] {
  const suspendedCount = telemetry.value?.filter(({ isSuspended }) => isSuspended).length ?? 0;
  return [
    ...(redeployReminder
      ? [{ section: 'variables' as const, text: changedVariablesText(redeployReminder.keys?.length ?? 0) }]
      : []),
    ...(suspendedCount > 0 ? [{ section: 'telemetry' as const, text: suspendedText(suspendedCount) }] : []),
  ];
}

function toPageSection<Value, Shown>(
  { isLoading, value, problem }: PageSection<Value>,
  toPageValue: (value: Value) => Shown,
) {
  return {
    isLoading,
    ...(value !== undefined && { value: toPageValue(value) }),
    ...(problem && !isLoading && { problem: toLimitedProblem(problem) }),
  };
}

function toLimitedProblem(problem: Problem): PageProblem {
  return { ...toPageProblem(problem), message: toLine(problem.message, maxTextLength) };
}

function toPageEnvironment(environment: Environment): PageEnvironment {
  const { id, projectId, mcpServerUrl, domains, sourceBranch, createdAt } = environment;
  return {
    environmentId: toLine(id),
    ...omitBlank({ projectId, branch: sourceBranch, createdAt }),
    ...omitBlank({ url: mcpServerUrl }, maxTextLength),
    domains: domains.slice(0, maxItems).map(({ domain, status }) => ({
      name: toLine(domain),
      ...omitBlank({ status: status === undefined ? undefined : domainStatusText(status) }),
      isFailed: status === 'failed',
    })),
  };
}

function toPageDeployment(last: LastDeployment, timeTextOptions: TimeTextOptions): PageDeployment {
  if (last === 'none') return { tone: 'none', headline: l10n.t('Not deployed yet') };
  if (last === 'unlisted')
    return { tone: 'unknown', headline: l10n.t("This service can't list deployments.") };
  const { deployment, subject, commit, duration, pageUrl } = last;
  return {
    tone: getDeploymentTone(deployment),
    headline: toLine(formatDeploymentHeadline(deployment, timeTextOptions)),
    details: {
      id: toLine(deployment.id),
      subject: toLine(subject),
      ...omitBlank({
        commit,
        duration,
        author: deployment.authorUsername,
        branch: deployment.sourceRef,
      }),
      ...omitBlank({ startedAt: deployment.startedAt, completedAt: deployment.completedAt }),
      hasPage: pageUrl !== undefined,
    },
  };
}

function toChangedVariables({ keys = [], at }: RedeployReminder) {
  return { keys: keys.slice(0, maxItems).map((key) => toLine(key)), changedAt: new Date(at).toISOString() };
}

function toPageDestination({ failure, endpoint, headers, ...summary }: DestinationSummary): PageDestination {
  return {
    id: toLine(summary.id),
    title: toLine(summary.title),
    status: toLine(summary.status),
    isSuspended: summary.isSuspended,
    ...omitUndefined({
      failure: failure && {
        reason: toLine(failure.reason),
        remedies: failure.remedies.map((one) => toLine(one, maxTextLength)),
      },
    }),
    ...omitBlank({ endpoint }, maxTextLength),
    protocol: toLine(summary.protocol),
    scope: toLine(summary.scope),
    headers: headers
      .slice(0, maxItems)
      .map(({ name, kind }) => ({ name: toLine(name), kind: toLine(kind, maxTextLength) })),
  };
}

function toPagePlayground({ prompts, headers, description, ...summary }: PlaygroundSummary): PagePlayground {
  return {
    isEnabled: summary.isEnabled,
    status: toLine(summary.status),
    isWritable: summary.isWritable,
    ...omitBlank({ name: summary.name }),
    ...omitBlank({ invitation: summary.invitation }, maxTextLength),
    ...(description !== undefined && { description: toLines(description) }),
    prompts: prompts.slice(0, maxItems).map(({ title, prompt }) => ({
      title: toLine(title),
      prompt: toLines(prompt),
    })),
    headers: headers.slice(0, maxItems).map((header) => ({
      name: toLine(header.name),
      kind: toLine(header.kind),
      ...omitBlank({ description: header.description }),
    })),
  };
}

/** Limits the texts to one line, and omits absent and blank ones. */
function omitBlank<Key extends string>(
  texts: Readonly<Record<Key, string | undefined>>,
  maxLength = maxLineLength,
): { [K in Key]?: string } {
  return Object.fromEntries(
    Object.entries<string | undefined>(texts)
      .map(([key, text]) => [key, toLine(text ?? '', maxLength)] as const)
      .filter(([, text]) => text !== ''),
  ) as { [K in Key]?: string };
}

function toLine(text: string, maxLength = maxLineLength): string {
  return limitLength(toPlainText(text), maxLength);
}

/** Converts a text to plain text. Keeps its line breaks, and normalizes them. */
function toLines(text: string): string {
  return limitLength(
    text
      .split(/\r\n?|\n/)
      .map((one) => toPlainText(one))
      .join('\n')
      .trim(),
    maxTextLength,
  );
}

function limitLength(text: string, maxLength: number): string {
  return text.length > maxLength
    ? `${text
        .slice(0, maxLength)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`
    : text;
}

interface ActionConditions {
  /** The tone of the latest deployment. Absent if the status of the deployment is unknown. */
  readonly tone?: DeploymentTone | undefined;
  /** Whether variables were changed since the latest deployment. */
  readonly isChanged: boolean;
  /** Whether the service supports starting deployments. True until it's known that the service doesn't. */
  readonly isDeployable: boolean;
  readonly url?: string | undefined;
  readonly projectId?: string | undefined;
}

/** Lists the available actions. The first one is the most useful at the moment. */
function listActions({
  tone,
  isChanged,
  isDeployable,
  url,
  projectId,
}: ActionConditions): readonly EnvironmentAction[] {
  const rest: readonly EnvironmentAction[] = [
    ...(isDeployable ? (['deploy'] as const) : []),
    'showLogs',
    'editVariables',
    'runAudit',
    ...(url === undefined ? [] : (['copyServerUrl'] as const)),
    ...(url !== undefined && isHttpUrl(url) ? (['openInBrowser'] as const) : []),
    ...(projectId === undefined ? [] : (['showAnalytics'] as const)),
  ];
  const first = chooseFirstAction(tone, isDeployable && isChanged);
  return [first, ...rest.filter((one) => one !== first)];
}

function chooseFirstAction(tone: DeploymentTone | undefined, isChanged: boolean): EnvironmentAction {
  if (tone === 'failed' || tone === 'running') return 'openDeploymentLogs';
  return isChanged || tone === 'none' ? 'deploy' : 'showLogs';
}

/** Whether a URL uses HTTP or HTTPS. Other URI schemes can run commands and programs. */
function isHttpUrl(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
