import * as vscode from 'vscode';
import type { EnvironmentRef } from '../../domain/environment.ts';
import { UserError } from '../../editor/userError.ts';
import type { Outcome } from '../apply.ts';
import type { ApplyPlan } from '../applyPlan.ts';
import { confirmPlan } from '../confirmPlan.ts';
import { looksSecret } from '../looksSecret.ts';
import { foreignChanges, intentOf, planFor } from '../plan.ts';
import { foreignText, listOf } from '../planWords.ts';
import type { ReadVariables } from '../reader.ts';
import type { KnownVariable, VariableList } from '../variable.ts';
import { type Flaw, warnings } from './flaw.ts';
import { flawText } from './flawWords.ts';

interface SendDeps {
  readonly read: ReadVariables;
  readonly applyPlan: ApplyPlan;
}

export interface Sent {
  readonly outcomes: readonly Outcome[];
  /** What the service has afterwards; as it was before where it does not say. */
  readonly after: VariableList;
}

/** So many flaws are said in one message; the editor underlines all. */
const mostFlaws = 5;

/**
 * What a document says, measured from what it stands on, sent after one question. `base` is `undefined` for a text from
 * before the window was loaded again. Rejects when nothing was sent: the text is flawed, the user does not agree, or the
 * service cannot be reached.
 */
export async function sendDocument(
  { read, applyPlan }: SendDeps,
  target: EnvironmentRef,
  text: string,
  base: readonly KnownVariable[] | undefined,
): Promise<Sent> {
  const { readDocument } = await import('./text.ts');
  const now = await read(target.environmentId, { mayAsk: true });
  const from = base ?? now.variables;
  const { wanted, flaws } = readDocument(text, from, looksSecret);
  const broken = flaws.filter(({ kind }) => !warnings.has(kind));
  if (broken.length > 0) throw new UserError(flawsText(broken), { isFinal: true });
  const { steps, lost } = planFor(now.variables, intentOf(from, wanted));
  if (lost.length > 0) {
    throw new UserError(
      vscode.l10n.t(
        'It has no value for {0}, which was deleted on the service since. Type a value, or remove the line.',
        listOf(lost),
      ),
    );
  }
  const added = steps.filter(({ kind }) => kind === 'add').map(({ key }) => key);
  if (!now.isListed && added.length > 0) {
    throw new UserError(
      vscode.l10n.t(
        "This service doesn't create variables. Take out, or add by ID in the tree: {0}.",
        listOf(added),
      ),
    );
  }
  if (steps.length === 0) return { outcomes: [], after: now };
  const since = base
    ? foreignText(foreignChanges(base, now.variables), steps)
    : vscode.l10n.t(
        'This text is from before the window was reloaded, so what others changed since is unknown.',
      );
  await confirmPlan(target, steps, since);
  const outcomes = await applyPlan(target, steps);
  return { outcomes, after: await read(target.environmentId).catch(() => now) };
}

function flawsText(flaws: readonly Flaw[]): string {
  const shown = flaws
    .slice(0, mostFlaws)
    .map((one) => vscode.l10n.t('Line {0}: {1}', one.line + 1, flawText(one)));
  if (flaws.length > mostFlaws) shown.push(vscode.l10n.t('And {0} more.', flaws.length - mostFlaws));
  return shown.join(' ');
}
