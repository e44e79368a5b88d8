import * as vscode from 'vscode';
import type { Playground, PlaygroundChange } from '../api/playground.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { UserError } from '../editor/userError.ts';
import { placeOf } from '../explorer/environmentText.ts';
import type { ApplyChange } from './applyChange.ts';
import { isSameKnown, type Known, knownOf, type Plan, planFor } from './content.ts';
import { fieldsOf } from './planWords.ts';
import { saveQuestion } from './saveQuestion.ts';
import { flawsOfChange, readContent } from './text.ts';

interface SendDeps {
  readonly read: (environmentId: string) => Promise<Playground>;
  readonly applyChange: ApplyChange;
  /** Shows what the service has beside the document. */
  readonly compare: (now: Known) => void;
}

/** So many flaws are said in one message; the editor underlines what breaks the schema. */
const mostFlaws = 5;

/**
 * What a document says, measured from what it stands on, sent after one question. `base` is `undefined` for a text from
 * before the window was loaded again. Gives what the service has afterwards. Rejects when nothing was sent: the text is
 * flawed, the user does not agree, or the service cannot be reached.
 */
export async function sendDocument(
  { read, applyChange, compare }: SendDeps,
  target: EnvironmentRef,
  text: string,
  base: Known | undefined,
): Promise<{ readonly after: Playground; readonly isChanged: boolean }> {
  const wanted = readContent(text);
  if (!wanted.ok) throw new UserError(flawsText(wanted.flaws), { isFinal: true });
  let before = await read(target.environmentId);
  for (;;) {
    const now = knownOf(before);
    const plan = planFor(base, wanted.content, now, target.projectName ?? target.environmentName);
    if (fieldsOf(plan.all).length === 0) return { after: before, isChanged: false };
    refuseFlaws(base ? plan.mine : plan.all);
    const change = await askFor(plan, base, now, target, compare);
    refuseFlaws(change);
    // The question may have stood for long, and its answer is about what it said.
    const after = await read(target.environmentId);
    if (isSameKnown(knownOf(after), now)) {
      return fieldsOf(change).length === 0
        ? { after, isChanged: false }
        : { after: await applyChange(target, change), isChanged: true };
    }
    before = after;
  }
}

async function askFor(
  plan: Plan,
  base: Known | undefined,
  now: Known,
  target: EnvironmentRef,
  compare: (now: Known) => void,
): Promise<PlaygroundChange> {
  const { message, detail, ways } = saveQuestion(plan, base, now, placeOf(target));
  const labels = ways.map(({ label }) => label);
  const picked = await vscode.window.showWarningMessage(message, { modal: true, detail }, ...labels);
  const way = ways.find(({ label }) => label === picked);
  if (!way) throw new vscode.CancellationError();
  if (way.does !== 'compare') return way.does;
  compare(now);
  throw new UserError(vscode.l10n.t('Nothing was sent yet. Compare, then save again.'), {
    isCalm: true,
    isFinal: true,
  });
}

function refuseFlaws(change: PlaygroundChange): void {
  const flaws = flawsOfChange(change);
  if (flaws.length > 0) throw new UserError(flawsText(flaws), { isFinal: true });
}

function flawsText(flaws: readonly string[]): string {
  const shown = flaws.slice(0, mostFlaws).map((flaw) => (/[.!?]$/.test(flaw) ? flaw : `${flaw}.`));
  if (flaws.length > mostFlaws) shown.push(vscode.l10n.t('And {0} more.', flaws.length - mostFlaws));
  return shown.join(' ');
}
