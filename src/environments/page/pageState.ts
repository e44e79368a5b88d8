import * as l10n from '@vscode/l10n';
import type { Environment } from '../../api/environmentRecord.ts';
import type {
  DestinationSummary,
  LastDeployment,
  PlaygroundSummary,
} from '../../domain/environmentSummary.ts';
import { plainText } from '../../domain/plainText.ts';
import { type Problem, toPageProblem } from '../../editor/problem.ts';
import type { PageProblem } from '../../editor/webview/protocol.ts';
import { omitUndefined } from '../../fields.ts';
import { domainStatusText } from '../domainStatusText.ts';
import type { RedeployMark } from '../redeployMark.ts';
import { listActions } from './nextActions.ts';
import type {
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
  deploymentHeadline,
  deploymentTone,
  suspendedText,
  type Wording,
} from './texts.ts';

/** More than a page takes of one text; there is more only where something is wrong. */
const longestLine = 300;
const longestText = 2000;
const mostItems = 200;

/** A part as it is read. `problem`: why it couldn't be read the last time, in words. */
interface Part<Value> {
  readonly isLoading: boolean;
  readonly value?: Value | undefined;
  readonly problem?: Problem | undefined;
}

interface Known {
  readonly identity: EnvironmentIdentity;
  readonly protectedBy?: string | undefined;
  /** Why nothing else is shown. */
  readonly problem?: Problem | undefined;
  readonly environment: Part<Environment>;
  readonly deployment: Part<LastDeployment>;
  readonly changed?: RedeployMark | undefined;
  readonly telemetry: Part<readonly DestinationSummary[]>;
  readonly playground: Part<PlaygroundSummary>;
}

/** What the page is to show: in words, each of one direction, and of a length that a page takes. */
export function pageState(known: Known, wording: Wording): EnvironmentPageState {
  const { identity, protectedBy, problem, changed } = known;
  const deployment = partOf(known.deployment, (last) => deploymentOf(last, wording));
  const environment = partOf(known.environment, environmentOf);
  const { tone, headline: text } = deployment.value ?? {};
  const isKnown = tone !== undefined && (tone !== 'unknown' || deployment.value?.shown !== undefined);
  const { url, projectId = identity.projectId } = environment.value ?? {};
  return {
    identity,
    head: {
      name: line(identity.environmentName) || line(identity.environmentId),
      ...(identity.projectName !== undefined && { project: line(identity.projectName) }),
      isProduction: identity.isProduction === true,
      ...(protectedBy !== undefined && { protectedBy: line(protectedBy) }),
      ...(isKnown && text !== undefined && { status: { tone, text } }),
      notes: problem ? [] : notesOf(known),
    },
    ...omitUndefined({ problem: problem && problemOf(problem) }),
    actions: problem
      ? []
      : listActions({
          ...{ url, projectId, isChanged: changed !== undefined },
          // A service that lists none starts none.
          isDeployable: known.deployment.value !== 'unlisted',
          ...(isKnown && { tone }),
        }),
    ...{ environment, deployment },
    ...omitUndefined({ changed: changed && changedOf(changed) }),
    telemetry: partOf(known.telemetry, (all) => ({
      destinations: all.slice(0, mostItems).map(destinationOf),
    })),
    playground: partOf(known.playground, playgroundOf),
  };
}

/** What would be seen only by those who scroll. */
function notesOf({ changed, telemetry }: Known): readonly PageNote[] {
  const suspended = telemetry.value?.filter(({ isSuspended }) => isSuspended).length ?? 0;
  return [
    ...(changed
      ? [{ section: 'variables' as const, text: changedVariablesText(changed.keys?.length ?? 0) }]
      : []),
    ...(suspended > 0 ? [{ section: 'telemetry' as const, text: suspendedText(suspended) }] : []),
  ];
}

function partOf<Value, Shown>({ isLoading, value, problem }: Part<Value>, shown: (value: Value) => Shown) {
  return {
    isLoading,
    ...(value !== undefined && { value: shown(value) }),
    ...(problem && !isLoading && { problem: problemOf(problem) }),
  };
}

function problemOf(problem: Problem): PageProblem {
  return { ...toPageProblem(problem), message: line(problem.message, longestText) };
}

function environmentOf(environment: Environment): PageEnvironment {
  const { id, projectId, mcpServerUrl, domains, sourceBranch, createdAt } = environment;
  return {
    environmentId: line(id),
    ...given({ projectId, branch: sourceBranch, createdAt }),
    ...given({ url: mcpServerUrl }, longestText),
    domains: domains.slice(0, mostItems).map(({ domain, status }) => ({
      name: line(domain),
      ...given({ state: status === undefined ? undefined : domainStatusText(status) }),
      isFailed: status === 'failed',
    })),
  };
}

function deploymentOf(last: LastDeployment, wording: Wording): PageDeployment {
  if (last === 'none') return { tone: 'none', headline: l10n.t('Not deployed yet') };
  if (last === 'unlisted')
    return { tone: 'unknown', headline: l10n.t("This service can't list deployments.") };
  const { deployment, subject, commit, duration, pageUrl } = last;
  return {
    tone: deploymentTone(deployment),
    headline: line(deploymentHeadline(deployment, wording)),
    shown: {
      id: line(deployment.id),
      subject: line(subject),
      ...given({ commit, took: duration, author: deployment.authorUsername, branch: deployment.sourceRef }),
      ...given({ startedAt: deployment.startedAt, completedAt: deployment.completedAt }),
      hasPage: pageUrl !== undefined,
    },
  };
}

function changedOf({ keys = [], at }: RedeployMark) {
  return { keys: keys.slice(0, mostItems).map((key) => line(key)), at: new Date(at).toISOString() };
}

function destinationOf({ failure, endpoint, headers, ...facts }: DestinationSummary): PageDestination {
  return {
    id: line(facts.id),
    title: line(facts.title),
    status: line(facts.status),
    isSuspended: facts.isSuspended,
    ...omitUndefined({
      failure: failure && {
        reason: line(failure.reason),
        remedies: failure.remedies.map((one) => line(one, longestText)),
      },
    }),
    ...given({ endpoint }, longestText),
    protocol: line(facts.protocol),
    scope: line(facts.scope),
    headers: headers
      .slice(0, mostItems)
      .map(({ name, kind }) => ({ name: line(name), kind: line(kind, longestText) })),
  };
}

function playgroundOf({ prompts, headers, description, ...facts }: PlaygroundSummary): PagePlayground {
  return {
    isEnabled: facts.isEnabled,
    status: line(facts.status),
    isWritable: facts.isWritable,
    ...given({ name: facts.name }),
    ...given({ invitation: facts.invitation }, longestText),
    ...(description !== undefined && { description: lines(description) }),
    prompts: prompts.slice(0, mostItems).map(({ title, prompt }) => ({
      title: line(title),
      prompt: lines(prompt),
    })),
    headers: headers.slice(0, mostItems).map((header) => ({
      name: line(header.name),
      kind: line(header.kind),
      ...given({ description: header.description }),
    })),
  };
}

/** Those that there are and that say something, as lines. */
function given<Key extends string>(
  texts: Readonly<Record<Key, string | undefined>>,
  longest = longestLine,
): { [K in Key]?: string } {
  return Object.fromEntries(
    Object.entries<string | undefined>(texts)
      .map(([key, text]) => [key, line(text ?? '', longest)] as const)
      .filter(([, text]) => text !== ''),
  ) as { [K in Key]?: string };
}

function line(text: string, longest = longestLine): string {
  return cut(plainText(text), longest);
}

/** Line breaks stay, each kind of them as one. */
function lines(text: string): string {
  return cut(
    text
      .split(/\r\n?|\n/)
      .map((one) => plainText(one))
      .join('\n')
      .trim(),
    longestText,
  );
}

function cut(text: string, longest: number): string {
  return text.length > longest
    ? `${text
        .slice(0, longest)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`
    : text;
}
