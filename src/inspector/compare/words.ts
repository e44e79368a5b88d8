import * as l10n from '@vscode/l10n';
import { setDifference, type ValueSetChange } from './definitionChange.ts';

const longest = 60;

/** A value as JSON, which may be a page long. */
function short(text: string | undefined): string {
  if (text === undefined) return l10n.t('none');
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

export function textWords(field: string): string {
  if (field === 'name') return l10n.t('The name changed.');
  return field === 'title' ? l10n.t('The title changed.') : l10n.t('The description changed.');
}

export function defaultWords(before: string | undefined, after: string | undefined): string {
  return l10n.t('The default value changed from {1} to {0}.', short(after), short(before));
}

export function deprecatedWords(isDeprecated: boolean): string {
  return isDeprecated ? l10n.t('The value is now deprecated.') : l10n.t('The value is no longer deprecated.');
}

export function propertyWords(name: string, isAdded: boolean): string {
  return isAdded
    ? l10n.t('The property "{0}" was added.', short(name))
    : l10n.t('The property "{0}" was removed.', short(name));
}

export function requiredPropertyWords(name: string, isRequired: boolean): string {
  return isRequired
    ? l10n.t('The property "{0}" is now required.', short(name))
    : l10n.t('The property "{0}" is no longer required.', short(name));
}

export function argumentWords(name: string, isAdded: boolean): string {
  return isAdded
    ? l10n.t('The argument "{0}" was added.', short(name))
    : l10n.t('The argument "{0}" was removed.', short(name));
}

export function requiredArgumentWords(name: string, isRequired: boolean): string {
  return isRequired
    ? l10n.t('The argument "{0}" is now required.', short(name))
    : l10n.t('The argument "{0}" is no longer required.', short(name));
}

export function openWords(isClosed: boolean): string {
  return isClosed
    ? l10n.t('Additional properties are no longer allowed.')
    : l10n.t('Additional properties are now allowed.');
}

export function typeWords(
  before: readonly string[],
  after: readonly string[],
  values: ValueSetChange,
): string {
  const was = short(before.join(', '));
  const is = short(after.join(', '));
  if (values === 'fewer') return l10n.t('The allowed types were reduced from {1} to {0}.', is, was);
  if (values === 'more') return l10n.t('The allowed types were extended from {1} to {0}.', is, was);
  return l10n.t('The type changed from {1} to {0}.', is, was);
}

/** Values of lists of allowed values, as JSON; absent where any is allowed. */
export function valuesWords(
  before: ReadonlySet<string> | undefined,
  after: ReadonlySet<string> | undefined,
): string {
  if (!after) return l10n.t('Any value is now allowed.');
  if (!before) return l10n.t('Only these values are now allowed: {0}.', short([...after].join(', ')));
  const gone = setDifference(before, after).join(', ');
  const added = setDifference(after, before).join(', ');
  if (gone === '') return l10n.t('These values are now allowed: {0}.', short(added));
  if (added === '') return l10n.t('These values are no longer allowed: {0}.', short(gone));
  return l10n.t(
    'These values are no longer allowed: {0}. These values are now allowed: {1}.',
    short(gone),
    short(added),
  );
}

export function limitWords(keyword: string, before: string | undefined, after: string | undefined): string {
  return l10n.t('The limit "{0}" changed from {2} to {1}.', keyword, short(after), short(before));
}

export function constraintWords(keyword: string, values: ValueSetChange): string {
  if (values === 'fewer') return l10n.t('The constraint "{0}" was added.', short(keyword));
  if (values === 'more') return l10n.t('The constraint "{0}" was removed.', short(keyword));
  return l10n.t('The constraint "{0}" changed.', short(keyword));
}

export function alternativeWords(isAdded: boolean): string {
  return isAdded ? l10n.t('A schema alternative was added.') : l10n.t('A schema alternative was removed.');
}

export function tooLargeWords(): string {
  return l10n.t('The schema is too large to compare completely.');
}

export function schemaWords(isAdded: boolean): string {
  return isAdded ? l10n.t('An output schema was added.') : l10n.t('The output schema was removed.');
}

export function hintsWords(): string {
  return l10n.t("The hints about the tool's behavior changed.");
}

export function mimeTypeWords(before: string | undefined, after: string | undefined): string {
  return l10n.t('The MIME type changed from {1} to {0}.', short(after), short(before));
}
