import * as l10n from '@vscode/l10n';
import { type Values, without } from './change.ts';

const longest = 60;

/** A value as JSON, which may be a page long. */
function short(text: string | undefined): string {
  if (text === undefined) return l10n.t('none');
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

export function textWords(field: string): string {
  if (field === 'name') return l10n.t('The name is another.');
  return field === 'title' ? l10n.t('The title is another.') : l10n.t('The description is another.');
}

export function defaultWords(before: string | undefined, after: string | undefined): string {
  return l10n.t('The default is {0}, before it was {1}.', short(after), short(before));
}

export function deprecatedWords(isDeprecated: boolean): string {
  return isDeprecated ? l10n.t('It is deprecated.') : l10n.t("It isn't deprecated any more.");
}

export function propertyWords(name: string, isAdded: boolean): string {
  return isAdded ? l10n.t('"{0}" is new.', short(name)) : l10n.t('"{0}" is gone.', short(name));
}

export function requiredWords(name: string, isRequired: boolean): string {
  return isRequired
    ? l10n.t('"{0}" is required.', short(name))
    : l10n.t('"{0}" isn\'t required any more.', short(name));
}

export function openWords(isClosed: boolean): string {
  return isClosed
    ? l10n.t("Properties other than those that are described aren't allowed any more.")
    : l10n.t('Properties other than those that are described are allowed.');
}

export function typeWords(before: readonly string[], after: readonly string[], values: Values): string {
  const was = short(before.join(', '));
  const is = short(after.join(', '));
  if (values === 'fewer') return l10n.t('Fewer types are allowed: {0}. Before: {1}.', is, was);
  if (values === 'more') return l10n.t('More types are allowed: {0}. Before: {1}.', is, was);
  return l10n.t('The type is {0}, before it was {1}.', is, was);
}

/** Values of lists of allowed values, as JSON; absent where any is allowed. */
export function valuesWords(
  before: ReadonlySet<string> | undefined,
  after: ReadonlySet<string> | undefined,
): string {
  if (!after) return l10n.t('Any value is allowed.');
  if (!before) return l10n.t('Only these values are allowed: {0}', short([...after].join(', ')));
  const gone = without(before, after).join(', ');
  const added = without(after, before).join(', ');
  if (gone === '') return l10n.t('More values are allowed: {0}', short(added));
  if (added === '') return l10n.t("Values aren't allowed any more: {0}", short(gone));
  return l10n.t("Values aren't allowed any more: {0}. Others are: {1}", short(gone), short(added));
}

export function limitWords(keyword: string, before: string | undefined, after: string | undefined): string {
  return l10n.t('The limit "{0}" is {1}, before it was {2}.', keyword, short(after), short(before));
}

export function constraintWords(keyword: string, values: Values): string {
  if (values === 'fewer') return l10n.t('There is a new constraint: "{0}"', short(keyword));
  if (values === 'more') return l10n.t('A constraint is gone: "{0}"', short(keyword));
  return l10n.t('The constraint "{0}" is another.', short(keyword));
}

export function alternativeWords(isAdded: boolean): string {
  return isAdded ? l10n.t('There is a new alternative.') : l10n.t('An alternative is gone.');
}

export function tooLargeWords(): string {
  return l10n.t('The schema is too large to be compared to its end.');
}

export function schemaWords(isAdded: boolean): string {
  return isAdded
    ? l10n.t('There is a schema for what it returns.')
    : l10n.t('There is no schema any more for what it returns.');
}

export function hintsWords(): string {
  return l10n.t('The hints about what it does are others.');
}

export function mimeTypeWords(before: string | undefined, after: string | undefined): string {
  return l10n.t('The MIME type is {0}, before it was {1}.', short(after), short(before));
}
