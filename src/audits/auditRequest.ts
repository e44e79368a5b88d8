import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import { isApiError } from '../api/errors.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { toPlainText } from '../domain/plainText.ts';
import { getBooleanArgument, getStringArgument } from '../editor/arguments.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { UserError } from '../editor/userError.ts';
import { omitUndefined } from '../fields.ts';
import type { AuditTarget } from './auditRecord.ts';
import { describeTarget } from './describeTarget.ts';
import { redactUrl } from './report/redactUrl.ts';
import { describeTargetUrlIssue, parseTargetUrl } from './targetUrl.ts';

/** An audit to start. */
export interface AuditRequest {
  readonly target: AuditTarget;
  /** The complete URL of the target, including its query. */
  readonly url: string;
}

/** Reads the IDs and names of the target from the argument of a command. */
export function readTargetNames(argument: unknown): Omit<AuditTarget, 'targetUrl'> {
  const isProduction = getBooleanArgument(argument, 'isProduction');
  const texts = ['environmentId', 'environmentName', 'projectId', 'projectName', 'teamId']
    .map((key) => [key, getStringArgument(argument, key)] as const)
    .filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(texts), ...omitUndefined({ isProduction }) };
}

/** Creates a request for a URL. Throws a `UserError` if the URL isn't valid. */
export function createAuditRequest(url: string, names: Omit<AuditTarget, 'targetUrl'>): AuditRequest {
  const parsed = parseTargetUrl(url);
  if (typeof parsed !== 'string') {
    const { url: completeUrl, urlWithoutQuery, hasQuery } = parsed;
    return {
      url: completeUrl,
      target: { ...names, targetUrl: urlWithoutQuery, ...(hasQuery && { hasQuery }) },
    };
  }
  const issue = describeTargetUrlIssue(parsed);
  const message =
    names.environmentId === undefined
      ? vscode.l10n.t("Can't audit this URL. {0}", issue)
      : [
          vscode.l10n.t(
            "Can't audit {0} at its MCP server URL. {1}",
            describeTarget({ ...names, targetUrl: '' }),
            issue,
          ),
          // If the text isn't a URL, any part of it can be a secret.
          ...(URL.canParse(url) ? [vscode.l10n.t('MCP server URL: {0}', toPlainText(redactUrl(url)))] : []),
        ].join(' ');
  throw new UserError(message, { isPermanent: true, remedies: [createAnotherUrlRemedy()] });
}

/** Creates a remedy that prompts for another URL. `typedUrl` is the initial text of the prompt. */
export function createAnotherUrlRemedy(typedUrl = '') {
  return {
    label: vscode.l10n.t('Another URL...'),
    icon: 'globe',
    command: 'hostedMcp.runAudit',
    arguments: [{ typedUrl }],
  };
}

/** Creates a request for an environment. The URL comes from the argument, or else from `environments.get`. */
export async function createEnvironmentRequest(
  client: Client,
  picked: EnvironmentRef,
  argument: unknown,
): Promise<AuditRequest> {
  const names = { ...readTargetNames(argument), ...picked };
  const url = getStringArgument(argument, 'mcpServerUrl');
  if (url !== undefined) return createAuditRequest(url, names);
  const { environmentId } = picked;
  const environment = await withCancellableProgress(vscode.l10n.t('Loading the environment...'), (signal) =>
    client.environments.get(environmentId, { signal }),
  );
  const { mcpServerUrl, projectId, name } = environment;
  if (mcpServerUrl === undefined) {
    throw new UserError(
      vscode.l10n.t(
        "{0} has no MCP server URL yet, so there's nothing to audit. Deploy the environment first.",
        describeTarget({ ...names, targetUrl: '' }),
      ),
      { remedies: [createAnotherUrlRemedy()] },
    );
  }
  return createAuditRequest(mcpServerUrl, {
    ...names,
    environmentName: picked.environmentName === environmentId ? name : picked.environmentName,
    ...omitUndefined({ projectId }),
  });
}

/**
 * Returns the ID of the project's team (`projects.get`). Returns `undefined` if the request fails, because an audit
 * doesn't require the team. Rejects only if the service rejects the credential.
 */
export async function findTeamId(
  client: Client,
  { teamId, projectId }: Omit<AuditTarget, 'targetUrl'>,
): Promise<string | undefined> {
  if (teamId !== undefined || projectId === undefined) return teamId;
  try {
    return (await client.projects.get(projectId)).teamId;
  } catch (error) {
    if (isApiError(error) && error.kind !== 'unauthorized') return undefined;
    throw error;
  }
}
