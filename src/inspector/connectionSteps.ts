import * as l10n from '@vscode/l10n';
import type { HttpExchange } from './httpExchange.ts';
import { appendServerReason, describeServerRejection } from './serverRejection.ts';
import { describeTransportError } from './transportError.ts';
import type { ServerReason } from './wire/serverReason.ts';

/** What has to work, in this order, until a server can be used. */
export const connectionStepNames = [
  'name',
  'reach',
  'tls',
  'http',
  'authorization',
  'initialize',
  'list',
] as const;
type ConnectionStepName = (typeof connectionStepNames)[number];

export interface ConnectionStep {
  readonly name: string;
  readonly label: string;
  /** `waiting`: something before it failed, or it's not there yet. `none`: it doesn't apply here. */
  readonly outcome: 'passed' | 'failed' | 'waiting' | 'none';
  /** What was found, in words. */
  readonly text?: string;
}

/** How far a connection came. */
export interface ConnectionProgress {
  readonly url: string;
  readonly exchanges: readonly HttpExchange[];
  /** The server agreed on a protocol. */
  readonly isInitialized: boolean;
  /** Its lists were read; else the reason why one wasn't. */
  readonly listResult?: true | string;
  /** Why the connection failed, in the words of the server or the SDK; absent: it didn't, or not yet. */
  readonly failure?: string;
  /** The last request has no response: its time limit passed, or the connection was closed. */
  readonly isUnanswered?: boolean;
  /** False: it failed before anything was sent. */
  readonly isStarted?: boolean;
  /** The connection was made, and has ended by itself. */
  readonly isLost?: boolean;
}

/** What works of a connection, step by step, and where it stops. */
export function diagnoseConnection(progressed: ConnectionProgress): readonly ConnectionStep[] {
  const stopped = locateFailure(progressed);
  const passed = findPassedSteps(progressed);
  let isPast = false;
  return connectionStepNames.map((name) => {
    const label = stepLabel(name);
    if (name === 'tls' && !progressed.url.startsWith('https:')) {
      return { name, label, outcome: 'none', text: l10n.t('not used for servers on this machine') };
    }
    if (name === stopped?.name) {
      isPast = true;
      return { name, label, outcome: 'failed', text: stopped.text };
    }
    const isPassed = passed.has(name) && (!isPast || progressed.isLost === true);
    return { name, label, outcome: isPassed ? 'passed' : 'waiting' };
  });
}

function stepLabel(name: ConnectionStepName): string {
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

/** The steps that are known to work. */
function findPassedSteps({
  exchanges,
  isInitialized,
  listResult,
}: ConnectionProgress): ReadonlySet<ConnectionStepName> {
  const passed: ConnectionStepName[] = [];
  const answered = exchanges.filter(({ status }) => status !== undefined);
  if (answered.length > 0) passed.push('name', 'reach', 'tls');
  const last = exchanges.at(-1)?.errorCode;
  // What comes before the step that failed works.
  if (last !== undefined)
    passed.push(
      ...connectionStepNames.slice(0, connectionStepNames.indexOf(describeTransportError(last).step)),
    );
  const isAnswered = answered.some(({ status = 0 }) => status < 500 && status !== 404 && status !== 405);
  if (isAnswered || isInitialized) passed.push('http');
  if (answered.some(({ status = 0 }) => status < 300) || isInitialized) passed.push('authorization');
  if (isInitialized) passed.push('initialize');
  if (listResult === true) passed.push('list');
  return new Set(passed);
}

function locateFailure(progressed: ConnectionProgress) {
  const { exchanges, isInitialized, listResult, failure, isStarted, isLost, isUnanswered } = progressed;
  if (isLost && failure !== undefined) return failedStep('reach', failure);
  if (typeof listResult === 'string') return failedStep('list', listResult);
  if (failure === undefined || isInitialized || isStarted === false) return undefined;
  // What was refused before a sign-in was renewed says nothing any more.
  const since = exchanges.slice(exchanges.findLastIndex(isAccepted) + 1);
  const refusal = since.find(({ status }) => status === 401 || status === 403);
  const newest = exchanges.at(-1);
  // After a refused POST, the older transport is tried by GET, which says less.
  const posted =
    newest?.errorCode === undefined ? exchanges.findLast(({ method }) => method === 'POST') : newest;
  // Exchanges before a request without a response aren't the reason, unless the server asks who sends it.
  const last = refusal ?? (isUnanswered ? undefined : (posted ?? newest));
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

function describeStatus(status: number, words: ServerReason): string {
  if (status === 404) return appendServerReason(l10n.t('There is no MCP server at this path (404).'), words);
  if (status === 405) return appendServerReason(l10n.t("The URL doesn't accept MCP requests (405)."), words);
  return describeServerRejection({ status, ...words });
}
