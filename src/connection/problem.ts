import * as vscode from 'vscode';
import { ApiError } from '../api/errors.ts';
import { ServiceError } from '../auth/errors.ts';
import type { Cure, Problem } from '../editor/problem.ts';
import { CommandId } from '../ids.ts';
import { serviceRuleText } from './serviceRule.ts';

/** Puts any error of the service at `baseUrl` into a user's words, with what to do about it. `undefined`: cancelled. */
export function describeProblem(error: unknown, baseUrl: string | undefined): Problem | undefined {
  if (error instanceof vscode.CancellationError) return undefined;
  if (error instanceof ServiceError) {
    return { message: serviceRuleText(error.rule), cures: [cures.selectService()] };
  }
  if (!(error instanceof ApiError)) {
    const message = error instanceof Error ? error.message : String(error);
    return { message: vscode.l10n.t('Something went wrong: {0}', message), cures: [cures.showLog()] };
  }
  if (error.kind === 'cancelled') return undefined;
  const host = baseUrl === undefined ? vscode.l10n.t('The service') : new URL(baseUrl).host;
  return { ...wording(error, host), detail: detail(error) };
}

function wording(error: ApiError, host: string): Problem {
  const t = vscode.l10n.t;
  switch (error.kind) {
    case 'unauthorized':
      return error.reason === 'noCredential'
        ? { message: t('Sign in to {0} first.', host), cures: [cures.signIn(), cures.useApiKey()] }
        : {
            message: t('{0} refused your sign-in or API key: it is wrong, or has expired.', host),
            cures: [cures.signIn(), cures.useApiKey()],
          };
    case 'forbidden':
      return {
        message: t('This account may not do that on {0}: {1}', host, said(error)),
        cures: [cures.signIn(), cures.useApiKey()],
      };
    case 'notFound':
      return error.unknownPath
        ? { message: t('{0} does not have this operation.', host), cures: [cures.selectService()] }
        : { message: t('Not found on {0}: it was deleted, or the id is wrong.', host), cures: [] };
    case 'badRequest':
      return { message: t('That was refused: {0}', said(error)), cures: [] };
    case 'conflict':
      return { message: t('That cannot be done now: {0}', said(error)), cures: [] };
    case 'rateLimited':
      return {
        message:
          error.retryAfterMs === undefined
            ? t('{0} asks to slow down. Try again in a while.', host)
            : t('{0} asks to slow down. Try again in {1} s.', host, Math.ceil(error.retryAfterMs / 1000)),
        cures: [],
      };
    case 'server':
      return {
        message: t('{0} has a problem of its own ({1}).', host, error.status ?? '?'),
        cures: [cures.showLog()],
      };
    case 'network':
      return {
        message: t('Cannot reach {0}. Check the network, the proxy and the address.', host),
        cures: [cures.selectService(), cures.showLog()],
      };
    case 'timeout':
      return { message: t('{0} did not answer in time.', host), cures: [cures.showLog()] };
    case 'unexpectedResponse':
      return error.code === 'NOT_THIS_API'
        ? {
            message: t('{0} does not look like a service for hosted MCP servers.', host),
            cures: [cures.selectService(), cures.showLog()],
          }
        : { message: t('{0} answered in a way that makes no sense here.', host), cures: [cures.showLog()] };
    case 'cancelled':
      return { message: '', cures: [] };
  }
}

/** The service's own words: the validation issues where there are some. */
function said({ issues, message }: ApiError): string {
  return issues.length > 0 ? issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ') : message;
}

function detail({ operation, method, path, status, code, requestId }: ApiError): string {
  return [operation, `${method} ${path}`, status, code, requestId]
    .filter((part) => part !== undefined)
    .join(' · ');
}

const cures = {
  signIn: (): Cure => ({ label: vscode.l10n.t('Sign In'), icon: 'account', command: CommandId.signIn }),
  useApiKey: (): Cure => ({ label: vscode.l10n.t('Use API Key'), icon: 'key', command: CommandId.useApiKey }),
  selectService: (): Cure => ({
    label: vscode.l10n.t('Select Service'),
    icon: 'globe',
    command: CommandId.selectService,
  }),
  showLog: (): Cure => ({ label: vscode.l10n.t('Show Log'), icon: 'output', command: CommandId.showLog }),
};

/** The same in one sentence, for a place that has its own way out, such as an input box. */
export function explainProblem(error: unknown, baseUrl: string | undefined): string {
  return describeProblem(error, baseUrl)?.message ?? vscode.l10n.t('Cancelled.');
}
