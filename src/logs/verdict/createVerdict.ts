import * as l10n from '@vscode/l10n';
import type { Deployment } from '../../api/deployments.ts';
import { getDeploymentDuration } from '../../domain/deployment.ts';
import { formatDeploymentStatus } from '../../domain/deploymentText.ts';
import { toPlainText, truncateText } from '../../domain/plainText.ts';
import { formatDuration } from '../../editor/webview/units.ts';
import { omitUndefined } from '../../fields.ts';
import type { DeploymentResult } from '../read/sessionStatus.ts';
import type { PanelIdentity } from '../savedState.ts';
import { type BuildLog, measureSteps } from './buildLog.ts';
import type { BuildError } from './errorCollector.ts';
import type { StepId } from './stepRules.ts';
import type { Verdict, VerdictAction, VerdictStep } from './verdictSchema.ts';

/** Maximum number of errors in the summary. The list of the log has all. */
const maxShownErrors = 5;
const maxFactLength = 100;
/** Maximum time for which a step runs. A longer one results from a wrong clock. */
const maxRunningMs = 24 * 60 * 60_000;

interface VerdictData {
  readonly identity: PanelIdentity;
  readonly log: BuildLog;
  /** The record of the deployment, if the service returned it. */
  readonly deployment: Deployment | undefined;
  /** Absent while the deployment is running. */
  readonly result: DeploymentResult | undefined;
  readonly isEnvironmentDeleted: boolean;
  /** Whether the editor has a chat that can explain a failed deployment. */
  readonly canOpenChat: boolean;
  /** Milliseconds since the epoch, by the clock of this machine. */
  readonly now: number;
  /** Returns the position of an error in the workspace, such as `src/server.ts:12:7`. */
  readonly getPosition: (error: BuildError) => string | undefined;
}

type Status = 'running' | 'deployed' | 'failed' | 'canceled' | 'unknown';

/** Creates the result of a deployment from its log and its record. */
export function createVerdict(data: VerdictData): Verdict {
  const { log, deployment, result, isEnvironmentDeleted } = data;
  const status = getStatus(result, deployment, isEnvironmentDeleted);
  const hasErrors = status !== 'deployed' && status !== 'canceled';
  const { errors, count, label } = hasErrors ? selectErrors(log, status) : noErrors;
  const positions = errors.map((error) => data.getPosition(error));
  const openedPosition = positions.find((position) => position !== undefined);
  return {
    ...describeStatus(status, data),
    facts: listFacts(data).join(' · '),
    steps: createSteps(data, status),
    errors: errors.map((error, index) => ({
      text: error.text,
      row: error.row,
      ...omitUndefined({ position: positions[index] }),
    })),
    ...(openedPosition !== undefined && {
      openFile: { label: l10n.t('Open {0}', shortenPosition(openedPosition)), position: openedPosition },
    }),
    errorsLabel: label,
    ...(count > errors.length && {
      moreErrors: l10n.t('More errors in the log: {0}', count - errors.length),
    }),
    actions: listActions(status, data),
  };
}

/** Removes the folders and the column of a position, such as `server.ts:12` for `src/server.ts:12:7`. */
function shortenPosition(position: string): string {
  return /([^/]+?:\d+)(?::\d+)?$/.exec(position)?.[1] ?? position;
}

const noErrors = { errors: [], count: 0, label: '' };

/** Returns the status of a deployment. The record can be older than the result. */
function getStatus(
  result: DeploymentResult | undefined,
  deployment: Deployment | undefined,
  isEnvironmentDeleted: boolean,
): Status {
  const status = result?.status ?? deployment?.status;
  if (status === 'deployed' || status === 'failed' || status === 'canceled') return status;
  return result || isEnvironmentDeleted ? 'unknown' : 'running';
}

function describeStatus(
  status: Status,
  { result, deployment, isEnvironmentDeleted }: VerdictData,
): Pick<Verdict, 'tone' | 'icon' | 'headline'> {
  const durationMs = result?.durationMs ?? (deployment && getDeploymentDuration(deployment));
  const duration = durationMs === undefined ? undefined : formatDuration(durationMs);
  switch (status) {
    case 'running':
      return { tone: 'running', icon: 'sync', headline: l10n.t('Deploying') };
    case 'deployed':
      return {
        tone: 'deployed',
        icon: 'pass',
        headline: duration === undefined ? l10n.t('Deployed') : l10n.t('Deployed in {0}', duration),
      };
    case 'failed':
      return {
        tone: 'failed',
        icon: 'error',
        headline: duration === undefined ? l10n.t('Failed') : l10n.t('Failed after {0}', duration),
      };
    case 'canceled':
      return {
        tone: 'other',
        icon: 'circle-slash',
        headline: duration === undefined ? l10n.t('Canceled') : l10n.t('Canceled after {0}', duration),
      };
    default:
      return {
        tone: 'other',
        icon: 'circle-outline',
        headline: describeUnknownEnd(result?.status, isEnvironmentDeleted),
      };
  }
}

function describeUnknownEnd(status: string | undefined, isEnvironmentDeleted: boolean): string {
  if (isEnvironmentDeleted) return l10n.t('Ended: the environment was deleted');
  return status === undefined ? l10n.t('Ended') : l10n.t('Ended: {0}', formatDeploymentStatus(status));
}

function listFacts({ identity, deployment }: VerdictData): readonly string[] {
  const { projectName, environmentName, deploymentId, subject } = identity;
  const environment = environmentName === deploymentId ? undefined : environmentName;
  const place = [projectName, environment].filter((part) => part !== undefined).join('/');
  const commit = toPlainText(deployment?.sourceCommitId ?? '').slice(0, 7);
  return [subject, place, deployment?.sourceRef, commit, deployment?.authorUsername]
    .map((part) => truncateText(part ?? '', maxFactLength))
    .filter((part, index, all) => part !== '' && all.indexOf(part) === index);
}

function createSteps({ log, deployment, result, now }: VerdictData, status: Status): readonly VerdictStep[] {
  const { steps, lastTime } = log;
  const isRunning = status === 'running';
  const completedAt = Date.parse(deployment?.completedAt ?? '');
  const end = !isRunning && result && !Number.isNaN(completedAt) ? completedAt : lastTime;
  // The clock of the service can be ahead, but the last entry isn't in the future.
  const serviceNow = Math.max(now, lastTime ?? 0);
  const durations = measureSteps(steps, isRunning ? serviceNow : end);
  return steps.map((step, index) => {
    const isLast = index === steps.length - 1;
    const durationMs = durations[index];
    const isTooLong = isLast && isRunning && (durationMs ?? 0) > maxRunningMs;
    return {
      label: describeStep(step.id),
      state: isLast ? getLastStepState(status) : 'done',
      ...(!isTooLong && omitUndefined({ durationMs })),
      row: step.row,
    };
  });
}

function getLastStepState(status: Status): VerdictStep['state'] {
  if (status === 'running' || status === 'failed' || status === 'canceled') return status;
  return 'done';
}

function describeStep(id: StepId): string {
  switch (id) {
    case 'clone':
      return l10n.t('Clone');
    case 'download':
      return l10n.t('Unpack');
    case 'install':
      return l10n.t('Install');
    case 'build':
      return l10n.t('Build');
    case 'upload':
      return l10n.t('Upload');
    case 'start':
      return l10n.t('Start');
  }
}

/** Selects the first errors. For a failure without a recognized error, selects the last line. */
function selectErrors({ errors, errorCount, lastLine }: BuildLog, status: Status) {
  if (errors.length > 0)
    return { errors: errors.slice(0, maxShownErrors), count: errorCount, label: l10n.t('Errors') };
  return status === 'failed' && lastLine
    ? { errors: [lastLine], count: 1, label: l10n.t('Last line') }
    : noErrors;
}

/** Lists the actions for the environment. Without it, there are none. */
function listActions(
  status: Status,
  { identity, isEnvironmentDeleted, canOpenChat }: VerdictData,
): readonly VerdictAction[] {
  if (identity.environmentId === '' || isEnvironmentDeleted) return [];
  switch (status) {
    case 'running':
      return [];
    case 'deployed':
      return ['inspectServer', 'copyServerUrl', 'runAudit'];
    case 'unknown':
      return ['editVariables'];
    case 'failed':
      return ['deploy', 'editVariables', ...(canOpenChat ? (['explain'] as const) : [])];
    default:
      return ['deploy', 'editVariables'];
  }
}
