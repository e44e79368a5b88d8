import * as l10n from '@vscode/l10n';
import type { PlaygroundChange } from '../api/playground.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { formatApplyLabel } from '../explorer/applyLabel.ts';
import { changeText, fieldsText, findChangedFields } from './changeTexts.ts';
import { pickFields, type SavePlan, type ServiceContent } from './playgroundContent.ts';

/** A button of the question. `action`: the change to send. `compare` sends nothing, and shows both versions. */
interface SaveOption {
  readonly label: string;
  readonly action: PlaygroundChange | 'compare';
}

/** The question that is asked when a document is saved. */
interface SaveQuestion {
  readonly message: string;
  /** The changes, and what each button does. */
  readonly detail: string;
  readonly options: readonly SaveOption[];
}

/** The environment that a question names. `place`: its name with its protection. */
interface QuestionTarget extends Pick<EnvironmentRef, 'isProduction'> {
  readonly place: string;
}

/**
 * Creates the question. `base`: the content that the document was created from, if known. If only the document has
 * changed, there is one option.
 */
export function createSaveQuestion(
  plan: SavePlan,
  base: ServiceContent | undefined,
  serviceContent: ServiceContent,
  target: QuestionTarget,
  language: string,
): SaveQuestion {
  const { mine, theirs, all } = plan;
  const { place } = target;
  if (!base) {
    return {
      message: l10n.t('Change the playground of {0}?', place),
      detail: joinParagraphs(
        l10n.t(
          "The window was reloaded after you opened this document, so changes by other users can't be detected.",
        ),
        createParagraph(l10n.t('Differences from the service:'), changeText(serviceContent, all)),
        describeOverwrite(),
      ),
      options: createConflictOptions(plan, false),
    };
  }
  if (theirs.length === 0) {
    return {
      message: l10n.t('Change the playground of {0}?', place),
      detail: changeText(serviceContent, mine),
      options: [{ label: formatApplyLabel(target), action: mine }],
    };
  }
  const canMerge = theirs.some((field) => mine[field] === undefined);
  return {
    message: l10n.t('The playground of {0} has changed since you opened this document.', place),
    detail: joinParagraphs(
      createParagraph(
        l10n.t('Changed on the service:'),
        changeText(base, pickFields(serviceContent, theirs)),
      ),
      createParagraph(l10n.t('Changed in this document:'), changeText(serviceContent, mine)),
      canMerge ? describeMerge(plan, language) : describeOverwrite(),
    ),
    options: createConflictOptions(plan, canMerge),
  };
}

const mergeLabel = (): string => l10n.t('Merge');
const overwriteLabel = (): string => l10n.t('Overwrite');

function createConflictOptions({ mine, all }: SavePlan, canMerge: boolean): readonly SaveOption[] {
  return [
    ...(canMerge ? [{ label: mergeLabel(), action: mine }] : []),
    { label: overwriteLabel(), action: all },
    { label: l10n.t('Compare'), action: 'compare' },
  ];
}

/** Describes the difference between *Merge* and *Overwrite*, and the fields for which there is none. */
function describeMerge({ mine, theirs }: SavePlan, language: string): string {
  const [merge, overwrite] = [mergeLabel(), overwriteLabel()];
  const conflictingFields = theirs.filter((field) => mine[field] !== undefined);
  const sentences = [
    findChangedFields(mine).length === 0
      ? l10n.t(
          '"{0}" only updates this document. "{1}" reverts the changes on the service.',
          merge,
          overwrite,
        )
      : l10n.t(
          '"{0}" sends only your changes. "{1}" also reverts the changes on the service.',
          merge,
          overwrite,
        ),
  ];
  if (conflictingFields.length > 0) {
    sentences.push(l10n.t('Both replace {0} with your version.', fieldsText(conflictingFields, language)));
  }
  return sentences.join(' ');
}

function describeOverwrite(): string {
  return l10n.t('"{0}" replaces the service\'s version with yours.', overwriteLabel());
}

function createParagraph(head: string, body: string): string {
  return body === '' ? '' : `${head}\n${body}`;
}

function joinParagraphs(...paragraphs: readonly string[]): string {
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
}
