import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import type { Deployment } from '../api/deployments.ts';
import { ApiError } from '../api/errors.ts';
import { mayBeDone } from '../api/retry.ts';
import type { Connection } from '../auth/connection.ts';
import { isOver, isRunning } from '../domain/deployment.ts';
import type { EnvironmentRef, PickEnvironment } from '../domain/environment.ts';
import { booleanArgument, stringArgument } from '../editor/arguments.ts';
import type { CommandHandler } from '../editor/commands.ts';
import { confirm } from '../editor/confirm.ts';
import type { ToProblem } from '../editor/problem.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { UserError } from '../editor/userError.ts';
import { placeOf } from '../explorer/environmentText.ts';
import { defined } from '../fields.ts';
import { deployDetail } from './deployQuestion.ts';
import { type IsShown, notifyEnd, notifyNoDeployments, notifyRunning, notifyStarted } from './messages.ts';
import { knowsDeployments, readDeployments } from './read.ts';

interface DeployDeps {
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly pickEnvironment: PickEnvironment;
  /** Keys of the variables that were changed here and aren't deployed. */
  readonly changedKeys: (environmentId: string) => readonly string[];
  /** It was started from here. */
  readonly started: (target: EnvironmentRef, deployment: Deployment) => Promise<void>;
  /** The deployments of an environment were read, newest first. */
  readonly onDidRead: (environmentId: string, deployments: readonly Deployment[]) => Promise<void>;
  readonly isShown: IsShown;
}

/** What is known before something is started. */
interface Before {
  readonly target: EnvironmentRef;
  /** Absent where the service lists none, or not for this account. */
  readonly deployments?: readonly Deployment[];
}

/** *Deploy*: one question, one request; its answer is the deployment. Nothing is asked where the service has none. */
export function deployCommand(deps: DeployDeps): CommandHandler {
  const { connection, toProblem, pickEnvironment, changedKeys, started, onDidRead, isShown } = deps;
  const read = async (client: Client, target: EnvironmentRef): Promise<readonly Deployment[] | undefined> => {
    const deployments = await readDeployments(client, target, new AbortController().signal);
    if (deployments) await onDidRead(target.environmentId, deployments);
    return deployments;
  };

  return async (argument): Promise<Deployment | undefined> => {
    const client = await connection.client({ mayAsk: true });
    const knowsAny = (): Promise<boolean> =>
      withCancellableProgress(vscode.l10n.t('Asking the service for deployments…'), (signal) =>
        knowsDeployments(client, signal),
      );
    const isGiven = stringArgument(argument, 'environmentId') !== undefined;
    if (!isGiven && !(await knowsAny())) return notifyNoDeployments();
    const picked = await pickEnvironment(argument, vscode.l10n.t('Deploy'));
    const projectId = stringArgument(argument, 'projectId');
    const { target, deployments } = await withCancellableProgress(
      vscode.l10n.t('Reading the deployments of {0}…', placeOf(picked)),
      (signal) => lookUp(client, { ...picked, ...defined({ projectId }) }, signal),
    );
    const { environmentId } = target;
    if (deployments) await onDidRead(environmentId, deployments);
    else if (isGiven && !(await knowsAny())) return notifyNoDeployments();
    const running = deployments?.find(isRunning);
    if (running) return notifyRunning(target, running);
    if (booleanArgument(argument, 'confirmed') !== true) {
      await confirm(
        vscode.l10n.t('Deploy {0}?', placeOf(target)),
        deployDetail(deployments, changedKeys(environmentId)),
        vscode.l10n.t('Deploy'),
      );
    }
    let deployment: Deployment;
    try {
      const title = vscode.l10n.t('Starting a deployment of {0}…', placeOf(target));
      deployment = await withCancellableProgress(title, (signal) =>
        client.environments.deploy(environmentId, undefined, { signal }),
      );
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'conflict') {
        return notifyRunning(target, (await read(client, target).catch(() => undefined))?.find(isRunning));
      }
      if (error instanceof ApiError && error.unknownPath) return notifyNoDeployments();
      if (error instanceof ApiError && error.kind === 'forbidden') throw refused(error, target, toProblem);
      // Cancelled, it may have been started all the same.
      if (!(error instanceof vscode.CancellationError) && !mayBeDone(error)) throw error;
      const now = await read(client, target).catch(() => undefined);
      const found = newAmong(now, deployments);
      if (!found) throw unclear(error, target, now !== undefined && deployments !== undefined);
      deployment = found;
    }
    await started(target, deployment);
    void (isOver(deployment) ? notifyEnd : notifyStarted)(target, deployment, isShown);
    return deployment;
  };
}

/** The deployments, and what the question needs to know: the project, and whether this is production. */
async function lookUp(client: Client, picked: EnvironmentRef, signal: AbortSignal): Promise<Before> {
  const projectId =
    picked.projectId ??
    (await unlessForbidden(client.environments.get(picked.environmentId, { signal })))?.projectId;
  const known = { ...picked, ...defined({ projectId }) };
  if (projectId === undefined) return { target: known };
  const [deployments, target] = await Promise.all([
    unlessForbidden(readDeployments(client, known, signal)),
    known.isProduction === undefined ? placed(client, known, projectId, signal) : known,
  ]);
  return { target, ...(deployments && { deployments }) };
}

/** Who may not read may deploy all the same: the service decides on that when it is asked to. */
async function unlessForbidden<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'forbidden') return undefined;
    throw error;
  }
}

/** With what its project says of it, where that can be read. */
async function placed(
  client: Client,
  target: EnvironmentRef,
  projectId: string,
  signal: AbortSignal,
): Promise<EnvironmentRef> {
  try {
    const { name, productionEnvironment } = await client.projects.get(projectId, { signal });
    return { ...target, projectName: name, isProduction: productionEnvironment?.id === target.environmentId };
  } catch (error) {
    if (error instanceof ApiError && error.kind !== 'cancelled') return target;
    throw error;
  }
}

/** Names the place, and what is missing; the remedies are those for any refusal of an account. */
function refused(error: ApiError, target: EnvironmentRef, toProblem: ToProblem): UserError {
  const { message = error.message, remedies = [] } = toProblem(error) ?? {};
  const text = vscode.l10n.t(
    'Deploying {0} was refused: this account has no permission to start deployments there. Switch to an account that has it, or ask for it. ({1})',
    placeOf(target),
    message,
  );
  return new UserError(text, { remedies, needsRemedy: true, cause: error });
}

function newAmong(
  now: readonly Deployment[] | undefined,
  before: readonly Deployment[] | undefined,
): Deployment | undefined {
  if (!before) return undefined;
  const known = new Set(before.map(({ id }) => id));
  return now?.find(({ id }) => !known.has(id));
}

/** `isRead`: the service has no deployment that wasn't there before. */
function unclear(error: unknown, target: EnvironmentRef, isRead: boolean): unknown {
  if (error instanceof vscode.CancellationError) return error;
  const place = placeOf(target);
  return new UserError(
    isRead
      ? vscode.l10n.t(
          "No deployment of {0} was started: the service didn't answer as it should, and lists no new one.",
          place,
        )
      : vscode.l10n.t(
          "It's unknown whether a deployment of {0} was started: the answer was lost. Check its deployments before you try again.",
          place,
        ),
  );
}
