import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import type { Publication, ServerFields } from '../api/distribution.ts';
import { formatApiIssues, getRequestIssues, isUnsupportedError } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import type { SendOutcome } from '../api/sendOnce.ts';
import type { FeatureContext } from '../context.ts';
import { toPlainText } from '../domain/plainText.ts';
import { getBooleanArgument, getStringArgument } from '../editor/arguments.ts';
import { showInformation } from '../editor/message.ts';
import { offerRemedies } from '../editor/offerRemedies.ts';
import type { Problem, ToProblem } from '../editor/problem.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { withSentRequestProgress } from '../editor/sentRequestProgress.ts';
import {
  askPickOne,
  type Back,
  back,
  createProgress,
  runSteps,
  runStepsAfter,
  type WizardProgress,
} from '../editor/steps.ts';
import { UserError } from '../editor/userError.ts';
import { getServerDomain, listDomains } from './domains.ts';
import type { PublicationPreviews } from './publicationPreviews.ts';
import type { PublicationRows } from './publicationRows.ts';
import { publishOnce, readPublished } from './publishOnce.ts';
import {
  createPublicationSteps,
  type PublicationAnswers,
  publicationStepCount,
  toPublicationFields,
} from './questions.ts';
import { createServerDocumentUri, formatServerDocumentTitle } from './serverDocuments.ts';
import { createRegistryPageUrl } from './serverText.ts';

type PublicationTarget = Pick<Publication, 'projectId' | 'domain'>;

type PublishContext = Pick<FeatureContext, 'connection' | 'toProblem' | 'services'>;

/** The unfinished answers by service, project, and domain (see `DomainPublication.key`). */
export type UnfinishedPublications = Map<string, WizardProgress<PublicationAnswers>>;

/**
 * Creates the command *Publish to MCP Registry...*. Its argument can have `projectId`, `domain`, `title`,
 * `description`, `websiteUrl`, `iconSrc`, and `confirmed`. It returns the fields of the published `server.json`, or
 * `undefined` after a failure that was shown.
 */
export function createPublishCommand(
  context: PublishContext,
  rows: PublicationRows,
  unfinished: UnfinishedPublications,
  previews: PublicationPreviews,
) {
  const { connection } = context;
  return async (argument: unknown): Promise<ServerFields | undefined> => {
    try {
      return await publish(argument, context, rows, unfinished, previews);
    } catch (error) {
      if (!isUnsupportedError(error)) throw error;
      rows.onDidFindUnsupported();
      const host = new URL(connection.baseUrl ?? '').host;
      const message = vscode.l10n.t("{0} doesn't support publishing to the MCP Registry.", host);
      throw new UserError(message, { isInformational: true, isPermanent: true });
    }
  };
}

async function publish(
  argument: unknown,
  { connection, toProblem, services }: PublishContext,
  rows: PublicationRows,
  unfinished: UnfinishedPublications,
  previews: PublicationPreviews,
): Promise<ServerFields | undefined> {
  const title = vscode.l10n.t('Publish to MCP Registry');
  const client = await connection.client({ isInteractive: true });
  const { baseUrl = '' } = connection;
  const projectId = getStringArgument(argument, 'projectId') ?? (await services.pickProject(title)).id;
  const project = await withCancellableProgress(vscode.l10n.t('Loading the project...'), (signal) =>
    client.projects.get(projectId, { signal }),
  );
  const prompt: PromptContext = { argument, client, project, baseUrl, unfinished, previews, toProblem };
  const { answers, target, currentFields, key } = await askPublication(prompt);

  const outcome = await withSentRequestProgress(
    vscode.l10n.t('Publishing under {0}...', target.domain),
    (signal) =>
      publishOnce(client.distribution, { ...target, ...toPublicationFields(answers) }, currentFields, signal),
  );
  if ('value' in outcome) {
    unfinished.delete(key);
    await rows.onDidPublish(baseUrl, target, outcome.value);
    void showPublished(target.domain, outcome.value);
    return outcome.value;
  }
  if (isUnsupportedError(outcome.error)) throw outcome.error;
  // The next attempt starts with these answers.
  const { preview: _, ...enteredAnswers } = answers;
  unfinished.set(key, createProgress<PublicationAnswers>(enteredAnswers));
  const problem = toPublishProblem(outcome, target.domain, toProblem);
  const again = {
    ...target,
    ...(getBooleanArgument(argument, 'confirmed') && { ...enteredAnswers, confirmed: true }),
  };
  void offerRemedies(problem, () => vscode.commands.executeCommand('hostedMcp.publishToRegistry', again));
  return undefined;
}

/** The data that the prompts of the command need. */
interface PromptContext {
  readonly argument: unknown;
  readonly client: Client;
  readonly project: Project;
  readonly baseUrl: string;
  readonly unfinished: UnfinishedPublications;
  readonly previews: PublicationPreviews;
  readonly toProblem: ToProblem;
}

/** A domain of a project, with the fields that are published under the domain at the moment. */
interface DomainPublication {
  readonly target: PublicationTarget;
  readonly currentFields: ServerFields | undefined;
  /** The key of the unfinished answers. */
  readonly key: string;
}

/** Prompts for the domain and the answers until the user confirms the publication. */
async function askPublication(
  prompt: PromptContext,
): Promise<DomainPublication & { readonly answers: PublicationAnswers }> {
  const { argument, client, project, baseUrl } = prompt;
  const domainArgument = getStringArgument(argument, 'domain');
  const domains = listDomains(project);
  const canGoBack = domainArgument === undefined && domains.length > 1;
  for (;;) {
    const domain = domainArgument ?? (await chooseDomain(project, domains));
    const target = { projectId: project.id, domain };
    const currentFields = await withCancellableProgress(
      vscode.l10n.t('Loading the published server.json for {0}...', domain),
      (signal) => readPublished(client.distribution, target, { signal }),
    );
    const publication = { target, currentFields, key: JSON.stringify([baseUrl, project.id, domain]) };
    const answers = await askDetails(prompt, publication, canGoBack);
    if (answers !== back) return { ...publication, answers };
  }
}

/**
 * Prompts for the answers until the user confirms. `canGoBack`: whether *Back* in the first prompt returns to the list
 * of domains.
 */
async function askDetails(
  { argument, client, project, unfinished, previews, toProblem }: PromptContext,
  { target, currentFields, key }: DomainPublication,
  canGoBack: boolean,
): Promise<PublicationAnswers | Back> {
  const start = createInitialAnswers(argument, project, currentFields);
  const isGiven = ['title', 'description'].every((name) => getStringArgument(argument, name) !== undefined);
  if (isGiven && getBooleanArgument(argument, 'confirmed')) return start;
  const dryRun = async (answers: PublicationAnswers, signal: AbortSignal): Promise<ServerFields> => {
    const publication = { ...target, ...toPublicationFields(answers), dryRun: true };
    return (await client.distribution.publish(publication, { signal })).serverFields;
  };
  const steps = createPublicationSteps(dryRun, (error) => rejectionText(error, toProblem));
  const title = vscode.l10n.t('Publish {0} under {1}', toPlainText(project.name), toPlainText(target.domain));
  const unfinishedProgress = isGiven ? undefined : unfinished.get(key);
  // Starts at the first prompt, with all unfinishedProgress answers.
  let progress: WizardProgress<PublicationAnswers> = unfinishedProgress
    ? { ...unfinishedProgress, answeredSteps: [] }
    : createProgress(start);
  for (;;) {
    unfinished.set(key, progress);
    const answers = await (canGoBack ? runStepsAfter : runSteps)(title, steps, progress);
    if (answers === back) return back;
    const { preview, ...enteredAnswers } = answers;
    // After *Edit Values*, and if the user closes the preview, the prompts start with the answers.
    progress = createProgress<PublicationAnswers>(enteredAnswers);
    unfinished.set(key, progress);
    if (!preview) continue;
    const decision = await previews.review({ domain: target.domain, currentFields, fields: preview });
    if (decision === 'publish') return answers;
  }
}

/** Returns the answers in the command argument, and otherwise those of the current publication. */
function createInitialAnswers(
  argument: unknown,
  project: Project,
  currentFields: ServerFields | undefined,
): PublicationAnswers {
  const getAnswer = (name: string, defaultValue = ''): string =>
    getStringArgument(argument, name) ?? defaultValue;
  return {
    title: getAnswer('title', currentFields?.title ?? [...project.name].slice(0, 100).join('')),
    description: getAnswer('description', currentFields?.description),
    websiteUrl: getAnswer('websiteUrl', currentFields?.websiteUrl),
    iconSrc: getAnswer('iconSrc', currentFields?.icons[0]?.src),
  };
}

async function chooseDomain(project: Project, domains: readonly string[]): Promise<string> {
  const [first] = domains;
  if (first === undefined) {
    throw new UserError(
      vscode.l10n.t(
        'The project "{0}" has no production environment with a domain, so there\'s nothing to publish.',
        toPlainText(project.name),
      ),
      { isPermanent: true },
    );
  }
  if (domains.length === 1) return first;
  const serverDomain = getServerDomain(project);
  const items = domains.map((domain) => ({
    label: toPlainText(domain),
    description: domain === serverDomain ? vscode.l10n.t('MCP server URL') : vscode.l10n.t('custom domain'),
    domain,
  }));
  const frame = {
    title: vscode.l10n.t('Publish {0} to MCP Registry', toPlainText(project.name)),
    step: 1,
    totalSteps: publicationStepCount + 1,
  };
  const placeholder = vscode.l10n.t('Select the domain to publish under');
  const picked = await askPickOne(frame, { items, placeholder });
  if (picked === back) throw new vscode.CancellationError();
  return picked.domain;
}

async function showPublished(domain: string, fields: ServerFields): Promise<void> {
  const [name, shownDomain] = [toPlainText(fields.name), toPlainText(domain)];
  const [open, show] = [vscode.l10n.t('Open Registry Page'), vscode.l10n.t('Show server.json')];
  const message =
    fields.version === undefined
      ? vscode.l10n.t('{0} was published under {1}.', name, shownDomain)
      : vscode.l10n.t(
          '{0} was published under {1} as version {2}.',
          name,
          shownDomain,
          toPlainText(fields.version),
        );
  const picked = await showInformation(message, open, show);
  // Passed as a string, because a parsed URI is serialized with different escapes.
  if (picked === open)
    await vscode.env.openExternal(createRegistryPageUrl(fields.name) as unknown as vscode.Uri);
  if (picked === show) {
    const document = createServerDocumentUri(domain, fields, 'published');
    const documentTitle = formatServerDocumentTitle(domain, fields, 'published');
    await vscode.commands.executeCommand('vscode.open', document, {}, documentTitle);
  }
}

function rejectionText(error: unknown, toProblem: ToProblem): string {
  const issues = getRequestIssues(error);
  if (issues.length === 0) return toProblem(error)?.message ?? vscode.l10n.t('Canceled.');
  return vscode.l10n.t('The service rejected the request: {0}', formatApiIssues(issues));
}

type PublishFailure = Exclude<SendOutcome<ServerFields>, { readonly value: ServerFields }>;

function toPublishProblem({ kind, error }: PublishFailure, domain: string, toProblem: ToProblem): Problem {
  const problem = toProblem(error);
  const reason = problem?.message ?? vscode.l10n.t('You stopped waiting for the response.');
  const remedies = problem?.remedies ?? [];
  const shownDomain = toPlainText(domain);
  switch (kind) {
    case 'notDone':
      return { ...problem, message: rejectionText(error, toProblem), remedies, isPermanent: false };
    case 'notFound':
      return {
        message: vscode.l10n.t('Nothing new has been published under {0} yet. {1}', shownDomain, reason),
        remedies,
      };
    case 'unknown':
      return {
        message: vscode.l10n.t(
          "The response was lost, so it's unknown whether the server was published under {0}. {1}",
          shownDomain,
          reason,
        ),
        remedies,
      };
  }
}
