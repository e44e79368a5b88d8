import * as l10n from '@vscode/l10n';
import type { PlaygroundChange } from '../api/playground.ts';
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

/**
 * Creates the question. `base`: the content that the document was created from, if known. If only the document has
 * changed, there is one option, *Apply*.
 */
export function createSaveQuestion(
  { mine, theirs, all }: SavePlan,
  base: ServiceContent | undefined,
  serviceContent: ServiceContent,
  place: string,
  language: string,
): SaveQuestion {
  const joinFields = (chosen: Parameters<typeof fieldsText>[0]): string => fieldsText(chosen, language);
  const [merge, saveMine, compare] = [l10n.t('Merge'), l10n.t('Save Mine'), l10n.t('Compare')];
  if (base && theirs.length === 0) {
    return {
      message: l10n.t('Change the playground of {0}?', place),
      detail: changeText(serviceContent, mine),
      options: [{ label: l10n.t('Apply'), action: mine }],
    };
  }
  const mergeableFields = theirs.filter((field) => mine[field] === undefined);
  const conflictingFields = theirs.filter((field) => mine[field] !== undefined);
  const canMerge = base !== undefined && mergeableFields.length > 0;
  const paragraph = (head: string, body: string): string => (body === '' ? '' : `${head}\n${body}`);
  const mergeText =
    findChangedFields(mine).length === 0
      ? l10n.t(
          '"{0}" only updates {1} in this document to the service\'s version. Nothing is sent.',
          merge,
          joinFields(mergeableFields),
        )
      : l10n.t(
          '"{0}" sends {1} to the service, and updates {2} in this document to the service\'s version.',
          merge,
          joinFields(findChangedFields(mine)),
          joinFields(mergeableFields),
        );
  return {
    message: base
      ? l10n.t('The playground of {0} has changed on the service since you opened this document.', place)
      : l10n.t('Change the playground of {0}?', place),
    detail: [
      base
        ? paragraph(l10n.t('Changed on the service:'), changeText(base, pickFields(serviceContent, theirs)))
        : l10n.t(
            "The window was reloaded after you opened this document, so changes by other users can't be detected.",
          ),
      base
        ? paragraph(l10n.t('Changed in this document:'), changeText(serviceContent, mine))
        : paragraph(l10n.t('Differences from the service:'), changeText(serviceContent, all)),
      [
        ...(canMerge ? [mergeText] : []),
        ...(canMerge && conflictingFields.length > 0
          ? [
              l10n.t(
                '{0} changed in this document and on the service. Both "{1}" and "{2}" replace the service\'s version with yours.',
                joinFields(conflictingFields),
                merge,
                saveMine,
              ),
            ]
          : []),
        l10n.t('"{0}" overwrites {1} on the service.', saveMine, joinFields(findChangedFields(all))),
        l10n.t(
          '"{0}" shows both versions side by side. Nothing is sent, and this document stays unsaved.',
          compare,
        ),
      ].join('\n'),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
    options: [
      ...(canMerge ? [{ label: merge, action: mine }] : []),
      { label: saveMine, action: all },
      { label: compare, action: 'compare' },
    ],
  };
}
