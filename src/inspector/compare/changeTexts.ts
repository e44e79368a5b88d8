import * as l10n from '@vscode/l10n';
import { setDifference, type ValueSetChange } from './definitionChange.ts';

/** Maximum number of characters of a value in a message. */
const maxValueLength = 60;

function truncateJson(text: string | undefined): string {
  if (text === undefined) return l10n.t('none');
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}

export function describeTextChange(field: string): string {
  if (field === 'name') return l10n.t('The name changed.');
  return field === 'title' ? l10n.t('The title changed.') : l10n.t('The description changed.');
}

export function describeDefaultChange(before: string | undefined, after: string | undefined): string {
  return l10n.t('The default value changed from {1} to {0}.', truncateJson(after), truncateJson(before));
}

export function describeDeprecatedChange(isDeprecated: boolean): string {
  return isDeprecated ? l10n.t('The value is now deprecated.') : l10n.t('The value is no longer deprecated.');
}

export function describePropertyChange(name: string, isAdded: boolean): string {
  return isAdded
    ? l10n.t('The property "{0}" was added.', truncateJson(name))
    : l10n.t('The property "{0}" was removed.', truncateJson(name));
}

export function describeRequiredPropertyChange(name: string, isRequired: boolean): string {
  return isRequired
    ? l10n.t('The property "{0}" is now required.', truncateJson(name))
    : l10n.t('The property "{0}" is no longer required.', truncateJson(name));
}

export function describeArgumentChange(name: string, isAdded: boolean): string {
  return isAdded
    ? l10n.t('The argument "{0}" was added.', truncateJson(name))
    : l10n.t('The argument "{0}" was removed.', truncateJson(name));
}

export function describeRequiredArgumentChange(name: string, isRequired: boolean): string {
  return isRequired
    ? l10n.t('The argument "{0}" is now required.', truncateJson(name))
    : l10n.t('The argument "{0}" is no longer required.', truncateJson(name));
}

export function describeAdditionalPropertiesChange(isClosed: boolean): string {
  return isClosed
    ? l10n.t('Additional properties are no longer allowed.')
    : l10n.t('Additional properties are now allowed.');
}

export function describeTypeChange(
  before: readonly string[],
  after: readonly string[],
  valueSetChange: ValueSetChange,
): string {
  const typesBefore = truncateJson(before.join(', '));
  const typesAfter = truncateJson(after.join(', '));
  if (valueSetChange === 'fewer')
    return l10n.t('The allowed types were reduced from {1} to {0}.', typesAfter, typesBefore);
  if (valueSetChange === 'more')
    return l10n.t('The allowed types were extended from {1} to {0}.', typesAfter, typesBefore);
  return l10n.t('The type changed from {1} to {0}.', typesAfter, typesBefore);
}

/** Describes a change of the allowed values, which are JSON. `undefined` if any value is allowed. */
export function describeAllowedValuesChange(
  before: ReadonlySet<string> | undefined,
  after: ReadonlySet<string> | undefined,
): string {
  if (!after) return l10n.t('Any value is now allowed.');
  if (!before) return l10n.t('Only these values are now allowed: {0}.', truncateJson([...after].join(', ')));
  const removedValues = setDifference(before, after).join(', ');
  const addedValues = setDifference(after, before).join(', ');
  if (removedValues === '') return l10n.t('These values are now allowed: {0}.', truncateJson(addedValues));
  if (addedValues === '')
    return l10n.t('These values are no longer allowed: {0}.', truncateJson(removedValues));
  return l10n.t(
    'These values are no longer allowed: {0}. These values are now allowed: {1}.',
    truncateJson(removedValues),
    truncateJson(addedValues),
  );
}

export function describeLimitChange(
  keyword: string,
  before: string | undefined,
  after: string | undefined,
): string {
  return l10n.t(
    'The limit "{0}" changed from {2} to {1}.',
    keyword,
    truncateJson(after),
    truncateJson(before),
  );
}

export function describeConstraintChange(keyword: string, valueSetChange: ValueSetChange): string {
  if (valueSetChange === 'fewer') return l10n.t('The constraint "{0}" was added.', truncateJson(keyword));
  if (valueSetChange === 'more') return l10n.t('The constraint "{0}" was removed.', truncateJson(keyword));
  return l10n.t('The constraint "{0}" changed.', truncateJson(keyword));
}

export function describeAlternativeChange(isAdded: boolean): string {
  return isAdded ? l10n.t('A schema alternative was added.') : l10n.t('A schema alternative was removed.');
}

export function describeIncompleteComparison(): string {
  return l10n.t('The schema is too large to compare completely.');
}

export function describeOutputSchemaChange(isAdded: boolean): string {
  return isAdded ? l10n.t('An output schema was added.') : l10n.t('The output schema was removed.');
}

export function describeHintsChange(): string {
  return l10n.t("The hints about the tool's behavior changed.");
}

export function describeMimeTypeChange(before: string | undefined, after: string | undefined): string {
  return l10n.t('The MIME type changed from {1} to {0}.', truncateJson(after), truncateJson(before));
}
