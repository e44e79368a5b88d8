import * as l10n from '@vscode/l10n';
import { describeTransportError } from './connectionErrors.ts';
import type { HttpExchange } from './httpExchange.ts';
import { appendServerReason, describeServerRejection } from './serverRejection.ts';
import type { ServerReason } from './wire/serverReason.ts';

/** The steps of a connection, in their order. */
const connectionStepNames = ['name', 'reach', 'tls', 'http', 'authorization', 'initialize', 'list'] as const;
type ConnectionStepName = (typeof connectionStepNames)[number];

export interface ConnectionStep {
  readonly name: string;
  readonly label: string;
  /** `waiting`: an earlier step failed, or the step hasn't run yet. `none`: the step doesn't apply. */
  readonly outcome: 'passed' | 'failed' | 'waiting' | 'none';
  /** The reason of a failure, or why the step doesn't apply. */
  readonly text?: string;
}

/** The progress of a connection, from which the outcome of its steps is derived. */
export interface ConnectionProgress {
  readonly url: string;
  readonly exchanges: readonly HttpExchange[];
  /** Whether the server and the client agreed on a protocol version. */
  readonly isInitialized: boolean;
  /** True once all lists were read, or the reason why a list can't be read. */
  readonly listResult?: true | string;
  /** Why the connection failed; absent if it didn't fail. */
  readonly failure?: string;
  /** Whether the last request got no response because of a timeout or a closed connection. */
  readonly isUnanswered?: boolean;
  /** False if the connection failed before a request was sent. */
  readonly isStarted?: boolean;
  /** Whether an established connection was lost. */
  readonly isLost?: boolean;
}

/** Returns the outcome of each step of a connection over HTTP. */
export function diagnoseConnection(progress: ConnectionProgress): readonly ConnectionStep[] {
  const failure = locateFailure(progress);
  const passedSteps = findPassedSteps(progress);
  let isAfterFailure = false;
  return connectionStepNames.map((name) => {
    const label = getStepLabel(name);
    if (name === 'tls' && !progress.url.startsWith('https:')) {
      return { name, label, outcome: 'none', text: l10n.t('not used for servers on this machine') };
    }
    if (name === failure?.name) {
      isAfterFailure = true;
      return { name, label, outcome: 'failed', text: failure.text };
    }
    const isPassed = passedSteps.has(name) && (!isAfterFailure || progress.isLost === true);
    return { name, label, outcome: isPassed ? 'passed' : 'waiting' };
  });
}

function getStepLabel(name: ConnectionStepName): string {
  switch (name) {
    case 'name':
      return l10n.t('Host name');
    case 'reach':
      return l10n.t('Connection');
    case 'tls':
      return l10n.t('Encryption');
    case 'http':
      return l10n.t('HTTP');
    case 'authorization':
      return l10n.t('Authorization');
    case 'initialize':
      return l10n.t('MCP handshake');
    case 'list':
      return l10n.t('Tools, resources, and prompts');
  }
}

function findPassedSteps({
  exchanges,
  isInitialized,
  listResult,
}: ConnectionProgress): ReadonlySet<ConnectionStepName> {
  const passedSteps: ConnectionStepName[] = [];
  const answered = exchanges.filter(({ status }) => status !== undefined);
  if (answered.length > 0) passedSteps.push('name', 'reach', 'tls');
  const last = exchanges.at(-1)?.errorCode;
  // All steps before the failed one work.
  if (last !== undefined)
    passedSteps.push(
      ...connectionStepNames.slice(0, connectionStepNames.indexOf(describeTransportError(last).step)),
    );
  const isAnswered = answered.some(({ status = 0 }) => status < 500 && status !== 404 && status !== 405);
  if (isAnswered || isInitialized) passedSteps.push('http');
  if (answered.some(({ status = 0 }) => status < 300) || isInitialized) passedSteps.push('authorization');
  if (isInitialized) passedSteps.push('initialize');
  if (listResult === true) passedSteps.push('list');
  return new Set(passedSteps);
}

function locateFailure(progress: ConnectionProgress) {
  const { exchanges, isInitialized, listResult, failure, isStarted, isLost, isUnanswered } = progress;
  if (isLost && failure !== undefined) return failedStep('reach', failure);
  if (typeof listResult === 'string') return failedStep('list', listResult);
  if (failure === undefined || isInitialized || isStarted === false) return undefined;
  // A rejection before the sign-in was renewed is no longer relevant.
  const currentExchanges = exchanges.slice(exchanges.findLastIndex(isAccepted) + 1);
  const rejection = currentExchanges.find(({ status }) => status === 401 || status === 403);
  const newest = exchanges.at(-1);
  // After a rejected POST request, the older transport is tried with GET, whose failure is less specific.
  const decisive =
    newest?.errorCode === undefined ? exchanges.findLast(({ method }) => method === 'POST') : newest;
  // Earlier exchanges aren't the reason if the last request has no response, unless the server requires
  // authorization.
  const last = rejection ?? (isUnanswered ? undefined : (decisive ?? newest));
  if (last?.errorCode !== undefined) {
    const { step, text } = describeTransportError(last.errorCode);
    return failedStep(step, text);
  }
  if (last?.status === undefined || last.status < 300) return failedStep('initialize', failure);
  return last.status === 401 || last.status === 403
    ? failedStep('authorization', appendServerReason(authorizationText(last), getServerReason(last)))
    : failedStep('http', describeStatus(last.status, getServerReason(last)));
}

const getServerReason = ({ reason }: HttpExchange): ServerReason => reason ?? { text: '' };

const isAccepted = ({ status = 0 }: HttpExchange): boolean => status >= 200 && status < 300;

const failedStep = (name: ConnectionStepName, text: string) => ({ name, text });

function authorizationText({ status, hasResourceMetadata }: HttpExchange): string {
  if (status === 403) return l10n.t('The server rejected the request (403).');
  return hasResourceMetadata
    ? l10n.t('The server requires you to sign in (401).')
    : l10n.t('The server requires a header with your credentials (401).');
}

function describeStatus(status: number, reason: ServerReason): string {
  if (status === 404) return appendServerReason(l10n.t('There is no MCP server at this path (404).'), reason);
  if (status === 405) return appendServerReason(l10n.t("The URL doesn't accept MCP requests (405)."), reason);
  return describeServerRejection({ status, ...reason });
}
