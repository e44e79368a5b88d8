import * as vscode from 'vscode';
import { type AuditCategory, auditCategories } from '../api/beacon.ts';
import { askPickMany, askText, createProgress, runSteps, type WizardStep } from '../editor/steps.ts';
import { omitUndefined } from '../fields.ts';
import { categoryLabel } from './report/texts.ts';
import { describeTargetUrlIssue, parseTargetUrl, shortTargetUrl } from './targetUrl.ts';

/** What is still to be asked for. */
export interface AuditAnswers {
  /** As it was typed; absent: the target is known. */
  readonly url?: string;
  readonly excludeCategories?: readonly string[];
}

interface AuditQuestions {
  /** What is audited, in words; absent: its URL is asked for. */
  readonly place?: string;
  /** What stands in the box at first; absent: the URL isn't asked for. */
  readonly url?: string;
  /** Absent: asked for. */
  readonly excludeCategories?: readonly string[];
  /** What was left out of the last audit of this target. `url`: as it was typed, where that was asked for. */
  readonly lastExcluded: (url: string | undefined) => readonly string[];
  /** What the service has said of URLs. */
  readonly rejections: ReadonlyMap<string, string>;
  /** What is typed is kept when the question is left. */
  readonly onCancel: (url: string) => void;
}

/** Asks for the URL and for what to check, as far as they aren't known. */
export async function askAuditQuestions({
  onCancel,
  place,
  ...questions
}: AuditQuestions): Promise<AuditAnswers> {
  const { url, excludeCategories } = questions;
  const progress = createProgress<AuditAnswers>({ ...omitUndefined({ excludeCategories }) });
  const steps = [
    ...(url === undefined ? [] : [urlStep(url, questions.rejections)]),
    ...(excludeCategories ? [] : [categoryStep(questions.lastExcluded)]),
  ];
  try {
    return await runSteps(auditPromptTitle(place), steps, progress);
  } catch (error) {
    const typed = progress.drafts.get(urlKey) ?? progress.answers.url ?? url;
    if (typed !== undefined) onCancel(typed);
    throw error;
  }
}

function auditPromptTitle(place: string | undefined): string {
  return place === undefined ? vscode.l10n.t('Run Audit') : vscode.l10n.t('Run Audit of {0}', place);
}

const urlKey = 'url';

function urlStep(suggested: string, refused: ReadonlyMap<string, string>): WizardStep<AuditAnswers> {
  return {
    ask: async (answers, frame) => {
      const url = await askText(frame, {
        key: urlKey,
        prompt: vscode.l10n.t('Enter an MCP server URL. The service sends requests to this URL.'),
        placeholder: 'https://mcp.example.com/mcp',
        value: answers.url ?? suggested,
        validate: (typed) => {
          const read = parseTargetUrl(typed);
          return typeof read === 'string' ? describeTargetUrlIssue(read) : refused.get(read.url);
        },
      });
      return typeof url === 'string' ? { ...answers, url } : url;
    },
  };
}

/** A person picks what to check, and the service is told the rest: what it checks besides isn't known here. */
function categoryStep(lastExcluded: AuditQuestions['lastExcluded']): WizardStep<AuditAnswers> {
  return {
    ask: async (answers, frame) => {
      const items = auditCategories.map((category) => ({
        label: categoryLabel(category),
        description: describeCategory(category),
        category,
      }));
      const excluded = answers.excludeCategories ?? lastExcluded(answers.url);
      const read = answers.url === undefined ? undefined : parseTargetUrl(answers.url);
      const title =
        typeof read === 'object' ? auditPromptTitle(shortTargetUrl(read.urlWithoutQuery)) : frame.title;
      const picked = await askPickMany(
        { ...frame, title },
        {
          items,
          placeholder: vscode.l10n.t('Select what to check'),
          picked: items.filter(({ category }) => !excluded.includes(category)),
          // Without any category an audit would find nothing, and look well.
          validate: ({ length }) =>
            length > 0 ? undefined : vscode.l10n.t('Nothing is selected. Select what to check.'),
        },
      );
      if (!Array.isArray(picked)) return picked as Exclude<typeof picked, readonly unknown[]>;
      const left = items.filter((item) => !picked.includes(item));
      return { ...answers, excludeCategories: left.map(({ category }) => category) };
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
