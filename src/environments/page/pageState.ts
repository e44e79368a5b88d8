import * as l10n from '@vscode/l10n';
import type { Environment } from '../../api/environmentRecord.ts';
import { formatAge } from '../../domain/age.ts';
import { isNamedProduction } from '../../domain/environment.ts';
import type {
  AuditSummary,
  DestinationSummary,
  LastDeployment,
  LatestErrors,
  PlaygroundSummary,
  UsageSummary,
} from '../../domain/environmentSummary.ts';
import { toPlainText } from '../../domain/plainText.ts';
import { type Problem, toPageProblem } from '../../editor/problem.ts';
import type { PageProblem } from '../../editor/webview/protocol.ts';
import { omitUndefined } from '../../fields.ts';
import { domainStatusText } from '../domainStatusText.ts';
import type { RedeployReminder } from '../redeployReminder.ts';
import { chooseActions } from './chooseActions.ts';
import type {
  EnvironmentIdentity,
  EnvironmentPageState,
  PageAudit,
  PageDeployment,
  PageDestination,
  PageEnvironment,
  PageErrors,
  PagePlayground,
  PageUsage,
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
/** More than one value for each minute of 24 hours. */
const maxUsageValues = 1500;

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
  /** The first error in the log of the latest deployment. */
  readonly reason: PageSection<string>;
  readonly usage: PageSection<UsageSummary>;
  readonly errors: PageSection<LatestErrors>;
  readonly audit?: AuditSummary | undefined;
  readonly redeployReminder?: RedeployReminder | undefined;
  readonly telemetry: PageSection<readonly DestinationSummary[]>;
  readonly playground: PageSection<PlaygroundSummary>;
  /** Whether the editor has a chat for the example prompts. */
  readonly canOpenChat: boolean;
}

/** Creates the state of the page. All texts are in plain text, and limited in length. */
export function createEnvironmentPageState(
  data: EnvironmentPageData,
  timeTextOptions: TimeTextOptions,
): EnvironmentPageState {
  const { identity, protectedBy, problem, redeployReminder, audit } = data;
  const deployment = toPageSection(data.deployment, (last) => toPageDeployment(last, timeTextOptions));
  const environment = toPageSection(data.environment, toPageEnvironment);
  const { tone, details } = deployment.value ?? {};
  const last = typeof data.deployment.value === 'object' ? data.deployment.value : undefined;
  const { url, projectId = identity.projectId } = environment.value ?? {};
  const hiddenSections = listHiddenSections(data);
  return {
    identity,
    head: {
      name: toLine(identity.environmentName) || toLine(identity.environmentId),
      ...(identity.projectName !== undefined && { project: toLine(identity.projectName) }),
      hasProductionBadge: identity.isProduction === true && !isNamedProduction(identity.environmentName),
      ...(protectedBy !== undefined && { protectedBy: toLine(protectedBy) }),
      ...(!problem && omitUndefined({ telemetryNote: describeTelemetry(data) })),
    },
    ...omitUndefined({ problem: problem && toLimitedProblem(problem) }),
    ...(problem
      ? { actions: [], menu: [] }
      : chooseActions({
          url,
          projectId,
          hiddenSections,
          isChanged: redeployReminder !== undefined,
          isProduction: identity.isProduction === true,
          hasDeployment: details !== undefined,
          hasDeploymentPage: last?.pageUrl !== undefined,
          hasCommit: last?.commit !== undefined,
          // A service that can't list deployments can't start any.
          isDeployable: data.deployment.value !== 'unlisted',
          ...((tone !== 'unknown' || details !== undefined) && { tone }),
        })),
    hiddenSections,
    environment,
    deployment,
    ...(tone === 'failed' && { reason: toPageSection(data.reason, (text) => toLine(text)) }),
    usage: toPageSection(data.usage, toPageUsage),
    errors: toPageSection(data.errors, (errors) => toPageErrors(errors, timeTextOptions)),
    ...(audit && { audit: toPageAudit(audit, timeTextOptions) }),
    ...omitUndefined({ changedVariables: redeployReminder && toChangedVariables(redeployReminder) }),
    telemetry: toPageSection(data.telemetry, (all) => ({
      destinations: all.slice(0, maxItems).map(toPageDestination),
      ...omitUndefined({ suspended: countSuspended(all) }),
    })),
    playground: toPageSection(data.playground, (one) => toPagePlayground(one, data.canOpenChat)),
  };
}

/** Lists the sections without content: those that are empty, loading, or not supported by the service. */
function listHiddenSections({
  telemetry,
  playground,
}: EnvironmentPageData): EnvironmentPageState['hiddenSections'] {
  const hasFailed = ({ problem, isLoading }: PageSection<unknown>) =>
    problem !== undefined && !problem.isInformational && !isLoading;
  const { isEnabled, invitation } = playground.value ?? {};
  const hasPlayground = playground.value !== undefined && (isEnabled === true || invitation === undefined);
  return [
    ...(hasFailed(telemetry) || (telemetry.value?.length ?? 0) > 0 ? [] : (['telemetry'] as const)),
    ...(hasFailed(playground) || hasPlayground ? [] : (['playground'] as const)),
  ];
}

/** Returns a note for the top of the page, because the section might be out of view. */
function describeTelemetry({ telemetry }: EnvironmentPageData): string | undefined {
  const suspendedCount = telemetry.value?.filter(({ isSuspended }) => isSuspended).length ?? 0;
  return suspendedCount > 0 ? suspendedText(suspendedCount) : undefined;
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
    domains: domains
      .filter(({ domain, status }) => status === 'failed' || !isHostOf(mcpServerUrl, domain))
      .slice(0, maxItems)
      .map(({ domain, status }) => ({
        name: toLine(domain),
        ...omitBlank({ status: status === undefined ? undefined : domainStatusText(status) }),
        isFailed: status === 'failed',
      })),
  };
}

/** Whether a domain is the host of a URL, so that the URL already shows the domain. */
function isHostOf(url: string | undefined, domain: string): boolean {
  return url !== undefined && URL.canParse(url) && new URL(url).host === domain.toLowerCase();
}

function toPageDeployment(last: LastDeployment, timeTextOptions: TimeTextOptions): PageDeployment {
  if (last === 'none') return { tone: 'none', headline: l10n.t('Not deployed yet') };
  if (last === 'unlisted')
    return { tone: 'unknown', headline: l10n.t("This service can't list deployments.") };
  const { deployment, subject, commit, duration, current } = last;
  const tone = getDeploymentTone(deployment);
  return {
    tone,
    headline: toLine(formatDeploymentHeadline(deployment, timeTextOptions)),
    details: {
      id: toLine(deployment.id),
      subject: toLine(subject),
      ...omitBlank({
        running: tone === 'failed' ? describeRunning(current) : undefined,
        commit,
        duration,
        author: deployment.authorUsername,
        branch: deployment.sourceRef,
      }),
      ...omitBlank({ startedAt: deployment.startedAt, completedAt: deployment.completedAt }),
    },
  };
}

function describeRunning(current: { readonly subject: string } | undefined): string {
  return current
    ? l10n.t('Still serving the previous deployment: {0}', current.subject)
    : l10n.t('No deployment is running.');
}

function toChangedVariables({ keys = [] }: RedeployReminder) {
  return {
    text: changedVariablesText(keys.length),
    keys: keys.slice(0, maxItems).map((key) => toLine(key)),
  };
}

function toPageUsage({ intervalMs, to, series }: UsageSummary): PageUsage {
  const requests = series.find(({ key }) => key === 'requests');
  const hasActivity = requests ? requests.total > 0 : series.some(({ total }) => total > 0);
  return {
    intervalMs,
    to,
    series: hasActivity
      ? series.map((one) => ({
          ...one,
          times: one.times.slice(-maxUsageValues),
          values: one.values.slice(-maxUsageValues),
        }))
      : [],
  };
}

function toPageErrors(latest: LatestErrors, { language, now }: TimeTextOptions): PageErrors {
  const formatCount = (count: number): string => count.toLocaleString(language);
  return {
    summary: errorSummaryText(latest, formatCount(latest.dayCount)),
    rows: latest.errors.map(({ text, time, count }) => ({
      text: toLine(text),
      at: new Date(time).toISOString(),
      age: formatAge(now - time, language),
      ...(count > 1 && {
        count: {
          short: l10n.t('{0}×', formatCount(count)),
          long: l10n.t('{0} times', formatCount(count)),
        },
      }),
    })),
  };
}

function errorSummaryText({ dayCount, isDayIncomplete }: LatestErrors, count: string): string {
  if (dayCount === 0) return l10n.t('none in the last 24 hours');
  return isDayIncomplete
    ? l10n.t('at least {0} in the last 24 hours', count)
    : l10n.t('{0} in the last 24 hours', count);
}

function toPageAudit(
  { tone, isRunning, result, startedAt }: AuditSummary,
  { language, now }: TimeTextOptions,
): PageAudit {
  return {
    tone: isRunning ? 'running' : (tone ?? 'open'),
    result: toLine(result),
    age: formatAge(now - startedAt, language),
  };
}

/** Returns a text such as "1 of 2 suspended", or `undefined` if none are suspended. */
function countSuspended(destinations: readonly DestinationSummary[]): string | undefined {
  const count = destinations.filter(({ isSuspended }) => isSuspended).length;
  return count === 0 ? undefined : l10n.t('{0} of {1} suspended', count, destinations.length);
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
        remedy: toLine(failure.remedy, maxTextLength),
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

function toPagePlayground(
  { prompts, headers, description, ...summary }: PlaygroundSummary,
  canOpenChat: boolean,
): PagePlayground {
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
    canOpenChat,
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
