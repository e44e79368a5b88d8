import * as vscode from 'vscode';
import { type AuditCategory, auditCategories } from '../api/beacon.ts';
import { shortenServerUrl } from '../editor/serverUrl.ts';
import { askPickMany, askText, createProgress, runSteps, type WizardStep } from '../editor/steps.ts';
import { omitUndefined } from '../fields.ts';
import { getCategoryLabel } from './report/labels.ts';
import { describeTargetUrlIssue, parseTargetUrl } from './targetUrl.ts';

/** The answers to the questions that were asked. */
export interface AuditAnswers {
  /** The URL as the user entered it. Absent if the user wasn't prompted for a URL. */
  readonly url?: string;
  readonly excludeCategories?: readonly string[];
}

interface AuditQuestions {
  /** The name of the target. Absent if the user must enter a URL. */
  readonly targetName?: string;
  /** The initial text of the prompt for the URL. Absent if the user isn't prompted for a URL. */
  readonly url?: string;
  /** Absent if the user must select the categories. */
  readonly excludeCategories?: readonly string[];
  /**
   * Returns the categories that were excluded from the last audit of the target. `url` is the entered URL, or
   * `undefined` if the user wasn't prompted for a URL.
   */
  readonly getLastExclusions: (url: string | undefined) => readonly string[];
  /** The reasons why the service rejected URLs, by URL. */
  readonly rejections: ReadonlyMap<string, string>;
  /** Called with the entered URL if the user cancels. Not called if there is none. */
  readonly onCancel: (url: string) => void;
}

/** Asks the questions whose answers are missing. Rejects with a `CancellationError` if the user cancels. */
export async function askAuditQuestions({
  onCancel,
  targetName,
  ...questions
}: AuditQuestions): Promise<AuditAnswers> {
  const { url, excludeCategories } = questions;
  const progress = createProgress<AuditAnswers>({ ...omitUndefined({ excludeCategories }) });
  const steps = [
    ...(url === undefined ? [] : [createUrlStep(url, questions.rejections)]),
    ...(excludeCategories ? [] : [createCategoryStep(questions.getLastExclusions)]),
  ];
  try {
    return await runSteps(formatPromptTitle(targetName), steps, progress);
  } catch (error) {
    const typed = progress.drafts.get(urlKey) ?? progress.answers.url ?? url;
    if (typed !== undefined) onCancel(typed);
    throw error;
  }
}

function formatPromptTitle(targetName: string | undefined): string {
  return targetName === undefined
    ? vscode.l10n.t('Run Audit')
    : vscode.l10n.t('Run Audit for {0}', targetName);
}

const urlKey = 'url';

function createUrlStep(
  suggestedUrl: string,
  rejections: ReadonlyMap<string, string>,
): WizardStep<AuditAnswers> {
  return {
    ask: async (answers, frame) => {
      const url = await askText(frame, {
        key: urlKey,
        prompt: vscode.l10n.t('Enter an MCP server URL. The service sends requests to this URL.'),
        placeholder: 'https://mcp.example.com/mcp',
        value: answers.url ?? suggestedUrl,
        validate: (typed) => {
          const target = parseTargetUrl(typed);
          return typeof target === 'string' ? describeTargetUrlIssue(target) : rejections.get(target.url);
        },
      });
      return typeof url === 'string' ? { ...answers, url } : url;
    },
  };
}

/**
 * Creates the question for the categories to check. The answer contains the other categories as exclusions, so that an
 * audit includes categories that only the service has.
 */
function createCategoryStep(
  getLastExclusions: AuditQuestions['getLastExclusions'],
): WizardStep<AuditAnswers> {
  return {
    ask: async (answers, frame) => {
      const items = auditCategories.map((category) => ({
        label: getCategoryLabel(category),
        description: describeCategory(category),
        category,
      }));
      const excluded = answers.excludeCategories ?? getLastExclusions(answers.url);
      const target = answers.url === undefined ? undefined : parseTargetUrl(answers.url);
      const title =
        typeof target === 'object'
          ? formatPromptTitle(shortenServerUrl(target.urlWithoutQuery))
          : frame.title;
      const picked = await askPickMany(
        { ...frame, title },
        {
          items,
          placeholder: vscode.l10n.t('Select what to check'),
          picked: items.filter(({ category }) => !excluded.includes(category)),
          // An audit without categories would report no problems.
          validate: ({ length }) =>
            length > 0 ? undefined : vscode.l10n.t('Nothing is selected. Select what to check.'),
        },
      );
      if (!Array.isArray(picked)) return picked as Exclude<typeof picked, readonly unknown[]>;
      const unpicked = items.filter((item) => !picked.includes(item));
      return { ...answers, excludeCategories: unpicked.map(({ category }) => category) };
    },
  };
}

function describeCategory(category: AuditCategory): string {
  switch (category) {
    case 'connectivity':
      return vscode.l10n.t('server reachability and MCP support');
    case 'tool-metadata':
      return vscode.l10n.t("names, descriptions, and inputs of the server's tools");
    case 'resource-metadata':
      return vscode.l10n.t("names and types of the server's resources");
    case 'performance':
      return vscode.l10n.t('server response times');
    case 'e2e':
      return vscode.l10n.t("a model's ability to complete a task with the server's tools");
  }
}
