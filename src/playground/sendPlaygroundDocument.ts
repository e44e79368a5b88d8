import * as vscode from 'vscode';
import type { PlaygroundChange } from '../api/playground.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { confirm } from '../editor/confirm.ts';
import { showStatusMessage } from '../editor/message.ts';
import { toSentence } from '../editor/sentences.ts';
import type { SaveRequest } from '../editor/serviceDocument/documents.ts';
import { UserError } from '../editor/userError.ts';
import { formatEnvironmentLabel } from '../explorer/environmentLabel.ts';
import { findChangedFields } from './changeTexts.ts';
import { findChangeIssues, parseContent } from './parseContent.ts';
import type { PlaygroundAccess } from './playgroundAccess.ts';
import {
  isSameContent,
  planSave,
  type SavePlan,
  type ServiceContent,
  toServiceContent,
} from './playgroundContent.ts';
import { createSaveQuestion } from './saveQuestion.ts';

/** Maximum number of problems in a message. The editor underlines those that break the schema. */
const maxIssues = 5;

/**
 * Sends the changes of a document after the user has answered a question. Returns the content that the service has
 * afterwards. `compare`: shows the document and the content of the service side by side.
 */
export async function sendPlaygroundDocument(
  access: PlaygroundAccess,
  { environment, text, base }: SaveRequest<ServiceContent>,
  compare: (serviceContent: ServiceContent) => Promise<void>,
): Promise<ServiceContent> {
  const parsed = parseContent(text);
  if (!parsed.ok) throw new UserError(playgroundIssuesText(parsed.issues), { isPermanent: true });
  const { environmentId, projectName, environmentName } = environment;
  const read = async (): Promise<ServiceContent> =>
    toServiceContent(await access.read(environmentId, { isInteractive: true }));
  let now = await read();
  for (;;) {
    const plan = planSave(base, parsed.content, now, projectName ?? environmentName);
    if (findChangedFields(plan.all).length === 0) return now;
    requireNoIssues(base ? plan.mine : plan.all);
    const change = await askHowToSave(plan, base, now, environment, compare);
    requireNoIssues(change);
    // The playground might have changed while the question was open.
    const after = await read();
    if (isSameContent(after, now)) {
      if (findChangedFields(change).length === 0) return after;
      const changed = toServiceContent(await access.applyChange(environment, change));
      showStatusMessage(
        vscode.l10n.t('The playground of {0} was changed.', formatEnvironmentLabel(environment)),
      );
      return changed;
    }
    now = after;
  }
}

/** Returns the change of the option that the user selects. Throws a `UserError` for *Compare*. */
async function askHowToSave(
  plan: SavePlan,
  base: ServiceContent | undefined,
  serviceContent: ServiceContent,
  target: EnvironmentRef,
  compare: (now: ServiceContent) => Promise<void>,
): Promise<PlaygroundChange> {
  const { message, detail, options } = createSaveQuestion(
    plan,
    base,
    serviceContent,
    { ...target, place: formatEnvironmentLabel(target) },
    vscode.env.language,
  );
  const picked = await confirm(message, detail, ...options.map(({ label }) => label));
  const option = options.find(({ label }) => label === picked);
  if (option && option.action !== 'compare') return option.action;
  await compare(serviceContent);
  throw new UserError(
    vscode.l10n.t('Nothing has been sent yet. Compare the versions, and then save again.'),
    {
      isInformational: true,
      isPermanent: true,
    },
  );
}

function requireNoIssues(change: PlaygroundChange): void {
  const issues = findChangeIssues(change);
  if (issues.length > 0) throw new UserError(playgroundIssuesText(issues), { isPermanent: true });
}

function playgroundIssuesText(issues: readonly string[]): string {
  const texts = issues.slice(0, maxIssues).map(toSentence);
  if (issues.length > maxIssues) texts.push(vscode.l10n.t('And {0} more.', issues.length - maxIssues));
  return texts.join(' ');
}
