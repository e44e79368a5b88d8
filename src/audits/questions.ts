import * as vscode from 'vscode';
import { type AuditCategory, auditCategories } from '../api/beacon.ts';
import { askPicks, askText, type Step, startOf, takeSteps } from '../editor/steps.ts';
import { defined } from '../fields.ts';
import { categoryWord } from './report/texts.ts';
import { readTargetUrl, shortUrl, urlIssueText } from './targetUrl.ts';

/** What is still to be asked for. */
export interface Answers {
  /** As it was typed; absent: the target is known. */
  readonly url?: string;
  readonly excludeCategories?: readonly string[];
}

interface Questions {
  /** What is audited, in words; absent: its URL is asked for. */
  readonly place?: string;
  /** What stands in the box at first; absent: the URL isn't asked for. */
  readonly url?: string;
  /** Absent: asked for. */
  readonly excludeCategories?: readonly string[];
  /** What was left out of the last audit of this target. `url`: as it was typed, where that was asked for. */
  readonly lastExcluded: (url: string | undefined) => readonly string[];
  /** What the service has said of URLs. */
  readonly refused: ReadonlyMap<string, string>;
  /** What is typed is kept when the question is left. */
  readonly left: (url: string) => void;
}

/** Asks for the URL and for what to check, as far as they aren't known. */
export async function askMissing({ left, place, ...questions }: Questions): Promise<Answers> {
  const { url, excludeCategories } = questions;
  const progress = startOf<Answers>({ ...defined({ excludeCategories }) });
  const steps = [
    ...(url === undefined ? [] : [urlStep(url, questions.refused)]),
    ...(excludeCategories ? [] : [categoryStep(questions.lastExcluded)]),
  ];
  try {
    return await takeSteps(titleOf(place), steps, progress);
  } catch (error) {
    const typed = progress.drafts.get(urlKey) ?? progress.answers.url ?? url;
    if (typed !== undefined) left(typed);
    throw error;
  }
}

function titleOf(place: string | undefined): string {
  return place === undefined ? vscode.l10n.t('Run Audit') : vscode.l10n.t('Run Audit of {0}', place);
}

const urlKey = 'url';

function urlStep(suggested: string, refused: ReadonlyMap<string, string>): Step<Answers> {
  return {
    ask: async (answers, frame) => {
      const url = await askText(frame, {
        key: urlKey,
        prompt: vscode.l10n.t('Enter an MCP server URL. The service sends requests to this URL.'),
        placeholder: 'https://mcp.example.com/mcp',
        value: answers.url ?? suggested,
        check: (typed) => {
          const read = readTargetUrl(typed);
          return typeof read === 'string' ? urlIssueText(read) : refused.get(read.sent);
        },
      });
      return typeof url === 'string' ? { ...answers, url } : url;
    },
  };
}

/** A person picks what to check, and the service is told the rest: what it checks besides isn't known here. */
function categoryStep(lastExcluded: Questions['lastExcluded']): Step<Answers> {
  return {
    ask: async (answers, frame) => {
      const items = auditCategories.map((category) => ({
        label: categoryWord(category),
        description: categoryText(category),
        category,
      }));
      const excluded = answers.excludeCategories ?? lastExcluded(answers.url);
      const read = answers.url === undefined ? undefined : readTargetUrl(answers.url);
      const title = typeof read === 'object' ? titleOf(shortUrl(read.kept)) : frame.title;
      const picked = await askPicks(
        { ...frame, title },
        {
          items,
          placeholder: vscode.l10n.t('Select what to check'),
          picked: items.filter(({ category }) => !excluded.includes(category)),
          // Without any category an audit would find nothing, and look well.
          refusal: ({ length }) =>
            length > 0 ? undefined : vscode.l10n.t('Nothing is selected. Select what to check.'),
        },
      );
      if (!Array.isArray(picked)) return picked as Exclude<typeof picked, readonly unknown[]>;
      const left = items.filter((item) => !picked.includes(item));
      return { ...answers, excludeCategories: left.map(({ category }) => category) };
    },
  };
}

function categoryText(category: AuditCategory): string {
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
