import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import { ApiError, getRequestIssues, isApiError } from '../api/errors.ts';
import { mightHaveSucceeded } from '../api/retry.ts';
import type { FeatureContext, Services } from '../context.ts';
import { getStringArgument } from '../editor/arguments.ts';
import { withViewProgress } from '../editor/progress.ts';
import { UserError } from '../editor/userError.ts';
import { omitUndefined } from '../fields.ts';
import { ViewId } from '../ids.ts';
import type { AuditHistory } from './auditHistory.ts';
import { askAuditQuestions } from './auditQuestions.ts';
import { type AuditRecord, type AuditTarget, getTargetKey } from './auditRecord.ts';
import {
  type AuditRequest,
  createAnotherUrlRemedy,
  createAuditRequest,
  createEnvironmentRequest,
  findTeamId,
  readTargetNames,
} from './auditRequest.ts';
import { describeTarget } from './describeTarget.ts';
import { parseTargetUrl } from './targetUrl.ts';

interface StarterContext extends Pick<FeatureContext, 'connection'> {
  readonly services: Pick<Services, 'pickEnvironment' | 'pickEnvironmentOrAlternative'>;
}

/** The target if the user must enter a URL. */
const enteredUrl = 'enteredUrl';

/**
 * Implements *Run Audit* (`beacon.createAudit`) for `environmentId`, for `targetUrl`, or for the target that the user
 * selects, with `excludeCategories`, `teamId`, and `projectId`. Returns the ID of the audit.
 */
export class AuditStarter {
  readonly #context: StarterContext;
  readonly #history: Pick<AuditHistory, 'list'>;
  /** Saves a started audit, and reads its status until it ends. */
  readonly #follow: (record: AuditRecord) => Promise<void>;
  /** The text that the user entered in the last canceled prompt for a URL. */
  #draft = '';

  constructor(
    context: StarterContext,
    history: Pick<AuditHistory, 'list'>,
    follow: (record: AuditRecord) => Promise<void>,
  ) {
    this.#context = context;
    this.#history = history;
    this.#follow = follow;
  }

  async start(argument: unknown): Promise<{ readonly id: string }> {
    const { connection } = this.#context;
    const client = await connection.client({ isInteractive: true });
    const target = await this.#selectTarget(client, argument);
    const rejections = new Map<string, string>();
    let excludeCategories = readCategories(argument);
    let url =
      target === enteredUrl ? (getStringArgument(argument, 'typedUrl') ?? '') || this.#draft : undefined;
    for (;;) {
      const answers = await askAuditQuestions({
        ...omitUndefined({ url }),
        ...(target !== enteredUrl && { targetName: describeTarget(target.target) }),
        ...(excludeCategories && { excludeCategories }),
        getLastExclusions: (typed) => this.#getLastExclusions(target === enteredUrl ? typed : target),
        rejections,
        onCancel: (typed) => {
          this.#draft = typed;
        },
      });
      excludeCategories ??= answers.excludeCategories ?? [];
      const request =
        target === enteredUrl ? createAuditRequest(answers.url ?? '', readTargetNames(argument)) : target;
      try {
        const exclusions = excludeCategories;
        const started = await withViewProgress(ViewId.audits, () => this.#send(client, request, exclusions));
        this.#draft = '';
        return started;
      } catch (error) {
        const reason = describeUrlRejection(error, request);
        if (reason === undefined) throw toLostResponseError(error, request);
        if (target !== enteredUrl)
          throw new UserError(reason, { remedies: [createAnotherUrlRemedy(request.url)], cause: error });
        // The next iteration prompts again, with the entered text and the reason.
        rejections.set(request.url, reason);
        url = answers.url ?? '';
      }
    }
  }

  /** Returns the categories that were excluded from the last audit of a target. */
  #getLastExclusions(target: AuditRequest | string | undefined): readonly string[] {
    const auditTarget = typeof target === 'string' ? toUrlTarget(target) : target?.target;
    const key = auditTarget && getTargetKey(auditTarget);
    return this.#history.list().find((record) => getTargetKey(record) === key)?.excludeCategories ?? [];
  }

  async #selectTarget(client: Client, argument: unknown): Promise<AuditRequest | typeof enteredUrl> {
    const targetUrl = getStringArgument(argument, 'targetUrl');
    if (targetUrl !== undefined) return createAuditRequest(targetUrl, readTargetNames(argument));
    if (getStringArgument(argument, 'typedUrl') !== undefined) return enteredUrl;
    const { pickEnvironment, pickEnvironmentOrAlternative } = this.#context.services;
    const title = vscode.l10n.t('Run Audit');
    if (getStringArgument(argument, 'environmentId') !== undefined) {
      return createEnvironmentRequest(client, await pickEnvironment(argument, title), argument);
    }
    const other = {
      iconPath: new vscode.ThemeIcon('globe'),
      label: vscode.l10n.t('Another URL...'),
      alwaysShow: true,
      value: enteredUrl,
    } as const;
    let typed = '';
    const picked = await pickEnvironmentOrAlternative<typeof enteredUrl>(title, [other], (value) => {
      typed = value;
    });
    if (picked !== enteredUrl) return createEnvironmentRequest(client, picked, argument);
    if (typed !== '') this.#draft = typed;
    return enteredUrl;
  }

  async #send(client: Client, { url, target }: AuditRequest, excludeCategories: readonly string[]) {
    const teamId = await findTeamId(client, target);
    const { projectId } = target;
    const { id } = await client.beacon.createAudit({
      targetUrl: url,
      ...omitUndefined({ projectId, teamId }),
      // The API client validates the categories.
      ...(excludeCategories.length > 0 && { excludeCategories: [...excludeCategories] as never }),
    });
    const now = Date.now();
    await this.#follow({
      ...target,
      id,
      excludeCategories,
      startedAt: now,
      followedFrom: now,
      changedAt: now,
      ...omitUndefined({ teamId }),
    });
    return { id };
  }
}

/** Returns the target for a URL, as in the history. Returns `undefined` if the URL isn't valid. */
function toUrlTarget(url: string): AuditTarget | undefined {
  const parsed = parseTargetUrl(url);
  return typeof parsed === 'string' ? undefined : { targetUrl: parsed.urlWithoutQuery };
}

/** Returns the excluded categories in the argument. Returns `undefined` if the user must select the categories. */
function readCategories(argument: unknown): readonly string[] | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const value: unknown = Reflect.get(argument, 'excludeCategories');
  return Array.isArray(value) ? value.map(String) : undefined;
}

/** Describes why the service rejected the URL. Returns `undefined` for any other error. */
function describeUrlRejection(error: unknown, { url, target }: AuditRequest): string | undefined {
  if (!isApiError(error, 'badRequest')) return undefined;
  if (error.code === 'DNS_RESOLUTION_FAILED') {
    const { host } = new URL(url);
    return target.environmentId === undefined
      ? vscode.l10n.t(
          "The service couldn't find a server named {0}. Check the spelling. Servers with names that exist only on your own network can't be audited.",
          host,
        )
      : vscode.l10n.t(
          "The service couldn't find a server named {0}. The name of a new environment might take a few minutes to become available. Try again later.",
          host,
        );
  }
  const urlIssue = getRequestIssues(error).find(({ path }) => path === 'targetUrl');
  return urlIssue && vscode.l10n.t('The service rejected the URL: {0}', urlIssue.message);
}

/**
 * If the audit might have been started, replaces the error with one that warns that trying again might start a second
 * audit.
 */
function toLostResponseError(error: unknown, { target }: AuditRequest): unknown {
  if (!(error instanceof ApiError) || !mightHaveSucceeded(error)) return error;
  return new UserError(
    vscode.l10n.t(
      "The response was lost, so it's unknown whether an audit of {0} was started. Trying again might start a second audit.",
      describeTarget(target),
    ),
    { cause: error },
  );
}
