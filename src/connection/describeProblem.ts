import * as vscode from 'vscode';
import { ApiError, formatApiIssues } from '../api/errors.ts';
import type { RequiredCredential } from '../api/operation.ts';
import type { Account } from '../auth/accounts.ts';
import { ServiceError } from '../auth/errors.ts';
import { isRenewalError } from '../auth/sessionRenewal.ts';
import type { Problem, Remedy } from '../editor/problem.ts';
import { toSentence } from '../editor/sentences.ts';
import { UserError } from '../editor/userError.ts';
import { formatAccountLabel } from './accountTexts.ts';
import { describeBaseUrlRule } from './describeBaseUrlRule.ts';

/** The service and the accounts that the description of an error can mention. */
export interface ProblemContext {
  readonly baseUrl: string | undefined;
  /** Returns the account for operations that require this credential, or `undefined` if there is none. */
  readonly accountFor?: (scope: RequiredCredential) => Account | undefined;
}

/** Describes any error for the user, with its remedies. Returns `undefined` for a cancellation. */
export function describeProblem(
  error: unknown,
  { baseUrl, accountFor }: ProblemContext,
): Problem | undefined {
  if (error instanceof vscode.CancellationError) return undefined;
  if (error instanceof ServiceError) {
    return {
      message: describeBaseUrlRule(error.rule),
      needsRemedy: true,
      remedies: [remedies.selectService()],
    };
  }
  if (error instanceof UserError) {
    const { message, remedies, isPermanent, needsRemedy, isInformational } = error;
    return {
      message,
      remedies,
      ...(isPermanent && { isPermanent }),
      ...(needsRemedy && { needsRemedy }),
      ...(isInformational && { isInformational }),
    };
  }
  if (!(error instanceof ApiError)) {
    const message = error instanceof Error ? error.message : String(error);
    return { message: vscode.l10n.t('Something went wrong: {0}', message), remedies: [remedies.showLog()] };
  }
  if (error.kind === 'canceled') return undefined;
  const host = baseUrl === undefined ? vscode.l10n.t('the service') : new URL(baseUrl).host;
  const account = accountFor?.(error.requiredCredential);
  const problem = isRenewalError(error)
    ? describeRenewalError(error, host)
    : describeApiError(error, host, account);
  return { ...problem, detail: formatErrorDetail(error) };
}

/** Describes the failed renewal of a token by the authorization server. The service received no request. */
function describeRenewalError(error: ApiError, host: string): Problem {
  switch (error.kind) {
    case 'unauthorized':
      return {
        message: vscode.l10n.t(
          "Couldn't renew the sign-in because the authorization server for {0} rejected the request.",
          host,
        ),
        needsRemedy: true,
        remedies: [remedies.signInAgain(error), remedies.showLog()],
      };
    case 'server':
      return {
        message: vscode.l10n.t(
          "Error {0}: the authorization server for {1} couldn't process the request. You're still signed in.",
          error.status ?? '?',
          host,
        ),
        remedies: [remedies.showLog()],
      };
    default:
      return {
        message: vscode.l10n.t("Can't reach the authorization server for {0}. You're still signed in.", host),
        remedies: [remedies.showLog()],
      };
  }
}

/**
 * Describes an error of the service. The texts begin with the cause, because a narrow side bar shows only the
 * beginning.
 */
function describeApiError(error: ApiError, host: string, account: Account | undefined): Problem {
  switch (error.kind) {
    case 'unauthorized':
      return { ...describeUnauthorized(error, host, account), needsRemedy: true };
    case 'forbidden':
      return { ...describeForbidden(error, host, account), needsRemedy: true };
    case 'notFound':
      return error.isUnsupportedOperation
        ? {
            message: vscode.l10n.t("Not supported: this operation isn't available on {0}.", host),
            remedies: [remedies.selectService()],
          }
        : {
            message: vscode.l10n.t('Not found on {0}: the item was deleted, or the ID is wrong.', host),
            remedies: [],
          };
    case 'badRequest':
      return {
        message: vscode.l10n.t('The request was rejected: {0}', getServiceMessage(error)),
        remedies: [],
      };
    case 'conflict':
      return {
        message: vscode.l10n.t("The request can't be completed right now: {0}", getServiceMessage(error)),
        remedies: [],
      };
    case 'rateLimited':
      return {
        message:
          error.retryAfterMs === undefined
            ? vscode.l10n.t('Too many requests to {0}. Try again later.', host)
            : vscode.l10n.t(
                'Too many requests to {0}. Try again in {1} s.',
                host,
                Math.ceil(error.retryAfterMs / 1000),
              ),
        remedies: [],
      };
    case 'server':
      return {
        message: vscode.l10n.t(
          "Service error {0}: {1} couldn't process the request.",
          error.status ?? '?',
          host,
        ),
        remedies: [remedies.showLog()],
      };
    case 'network':
      return {
        message: vscode.l10n.t("Can't reach {0}. Check the network, the proxy, and the URL.", host),
        remedies: [remedies.selectService(), remedies.showLog()],
      };
    case 'timeout':
      return {
        message: vscode.l10n.t("No response: {0} didn't respond in time.", host),
        remedies: [remedies.showLog()],
      };
    case 'unexpectedResponse':
      return error.code === 'NOT_THIS_API'
        ? {
            message: vscode.l10n.t(
              "Wrong service: {0} doesn't look like a service that hosts MCP servers.",
              host,
            ),
            remedies: [remedies.selectService(), remedies.showLog()],
          }
        : {
            message: vscode.l10n.t(
              "Unexpected response: this extension can't read the response from {0}.",
              host,
            ),
            remedies: [remedies.showLog()],
          };
    case 'canceled':
      return { message: '', remedies: [] };
  }
}

function describeUnauthorized(error: ApiError, host: string, account: Account | undefined): Problem {
  if (account?.hasSessionEnded) {
    return {
      message: vscode.l10n.t(
        'Sign-in has ended: {0} is no longer signed in to {1} because the sign-in has expired or was revoked.',
        formatAccountLabel(account),
        host,
      ),
      remedies: [remedies.signInAgain(error), remedies.useApiKey()],
    };
  }
  if (error.reason === 'noCredential') {
    return {
      message: vscode.l10n.t('Sign in to {0} first.', host),
      remedies: [remedies.signIn(error), remedies.useApiKey()],
    };
  }
  switch (account?.kind) {
    case 'apiKey':
      return {
        message: vscode.l10n.t(
          '{0} rejected the key "{1}" because it\'s invalid or has expired.',
          host,
          formatAccountLabel(account),
        ),
        remedies: [remedies.useApiKey(), remedies.signIn(error)],
      };
    case 'user':
      return {
        message: vscode.l10n.t(
          'Sign-in rejected: {0} no longer accepts the sign-in for {1}.',
          host,
          formatAccountLabel(account),
        ),
        remedies: [remedies.signInAgain(error), remedies.useApiKey()],
      };
    default:
      return {
        message: vscode.l10n.t(
          "{0} rejected the sign-in or API key because it's invalid or has expired.",
          host,
        ),
        remedies: [remedies.signIn(error), remedies.useApiKey()],
      };
  }
}

/**
 * Describes a missing permission. Offers to sign in if the account is an API key, because a user can have more
 * permissions.
 */
function describeForbidden(error: ApiError, host: string, account: Account | undefined): Problem {
  const message = account
    ? vscode.l10n.t(
        'Permission denied for "{0}" on {1}: {2}',
        formatAccountLabel(account),
        host,
        getServiceMessage(error),
      )
    : vscode.l10n.t('Permission denied for this account on {0}: {1}', host, getServiceMessage(error));
  return account?.kind === 'apiKey'
    ? { message, remedies: [remedies.signIn(error), remedies.switchAccount()] }
    : { message, remedies: [remedies.switchAccount()] };
}

/** Returns the issues that the service found in a request, or else the service's message. */
function getServiceMessage({ issues, message }: ApiError): string {
  // Some messages begin with a colon, because the name of a field is missing.
  return toSentence((issues.length > 0 ? formatApiIssues(issues) : message).replace(/^[\s:]+/, ''));
}

function formatErrorDetail({ operation, method, path, status, code, requestId }: ApiError): string {
  return [operation, `${method} ${path}`, status, code, requestId]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/**
 * Creates the command that signs in with an account for operations like the failed one. The account for other
 * operations isn't changed if the failed operation requires a user.
 */
const createSignInCommand = ({ requiredCredential }: ApiError) => ({
  icon: 'account',
  command: 'hostedMcp.signIn',
  arguments: [{ scope: requiredCredential }],
  shouldRetry: true,
});

const remedies = {
  signIn: (error: ApiError): Remedy => ({ label: vscode.l10n.t('Sign In'), ...createSignInCommand(error) }),
  signInAgain: (error: ApiError): Remedy => ({
    label: vscode.l10n.t('Sign In Again'),
    ...createSignInCommand(error),
  }),
  useApiKey: (): Remedy => ({
    label: vscode.l10n.t('Use API Key'),
    icon: 'key',
    command: 'hostedMcp.useApiKey',
    shouldRetry: true,
  }),
  switchAccount: (): Remedy => ({
    label: vscode.l10n.t('Switch Account'),
    icon: 'arrow-swap',
    command: 'hostedMcp.switchAccount',
    shouldRetry: true,
  }),
  selectService: (): Remedy => ({
    label: vscode.l10n.t('Select Service'),
    icon: 'globe',
    command: 'hostedMcp.selectService',
    shouldRetry: true,
  }),
  showLog: (): Remedy => ({ label: vscode.l10n.t('Open Log'), icon: 'output', command: 'hostedMcp.showLog' }),
};

/** Describes an error in one sentence, for places without remedies, such as an input box. */
export function explainProblem(error: unknown, context: ProblemContext): string {
  return describeProblem(error, context)?.message ?? vscode.l10n.t('Canceled.');
}
