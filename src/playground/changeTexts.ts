import * as l10n from '@vscode/l10n';
import type { PlaygroundChange } from '../api/playground.ts';
import { toPlainText } from '../domain/plainText.ts';
import {
  type ExamplePrompt,
  type PlaygroundField,
  type PlaygroundHeader,
  playgroundFields,
  type ServiceContent,
  toPlaygroundHeader,
} from './playgroundContent.ts';

const maxExcerptLength = 80;
const maxNames = 20;
/** Number of characters that are shown before the first difference. */
const contextLength = 20;

/** Describes a change with one line for each changed field, such as `Name: "Old" → "New"`. */
export function changeText(before: Partial<ServiceContent>, change: PlaygroundChange): string {
  const { isPlaygroundEnabled, name, description, headers, examplePrompts } = change;
  const yesNo = (value: boolean | undefined): string => (value ? l10n.t('yes') : l10n.t('no'));
  const line = (field: PlaygroundField, text: string): string => l10n.t('{0}: {1}', fieldText(field), text);
  return [
    isPlaygroundEnabled !== undefined &&
      line(
        'isPlaygroundEnabled',
        l10n.t('{0} → {1}', yesNo(before.isPlaygroundEnabled), yesNo(isPlaygroundEnabled)),
      ),
    name !== undefined && line('name', fromToText(before.name, name)),
    description !== undefined && line('description', fromToText(before.description, description)),
    headers !== undefined &&
      listChangeText('headers', before.headers ?? [], headers.map(toPlaygroundHeader), byName, headerChange),
    examplePrompts !== undefined &&
      listChangeText('examplePrompts', before.examplePrompts ?? [], examplePrompts, byTitle, promptChange),
  ]
    .filter((one) => typeof one === 'string')
    .join('\n');
}

/** Returns the names of fields as a list for a sentence, such as `Name and Headers`. */
export function fieldsText(fields: readonly PlaygroundField[], language: string): string {
  return new Intl.ListFormat(language).format(fields.map((field) => fieldText(field)));
}

export function findChangedFields(change: PlaygroundChange): readonly PlaygroundField[] {
  return playgroundFields.filter((field) => change[field] !== undefined);
}

function fieldText(field: PlaygroundField): string {
  const names: Readonly<Record<PlaygroundField, string>> = {
    isPlaygroundEnabled: l10n.t('Enabled'),
    name: l10n.t('Name'),
    description: l10n.t('Description'),
    headers: l10n.t('Headers'),
    examplePrompts: l10n.t('Example prompts'),
  };
  return names[field];
}

type DescribeChange<T> = (before: T, after: T) => string;

const byName = ({ name }: { readonly name: string }): string => name;
const byTitle = ({ title }: { readonly title: string }): string => title;

const headerChange: DescribeChange<PlaygroundHeader> = (before, after) =>
  [
    before.isRequired !== after.isRequired &&
      (after.isRequired ? l10n.t('optional → required') : l10n.t('required → optional')),
    before.isSecret !== after.isSecret &&
      (after.isSecret ? l10n.t('plain → secret') : l10n.t('secret → plain')),
    before.description !== after.description && fromToText(before.description, after.description),
  ]
    .filter((part) => typeof part === 'string')
    .join(', ');

const promptChange: DescribeChange<ExamplePrompt> = (before, after) =>
  fromToText(before.prompt, after.prompt);

/** Lists the added, changed, and removed entries by name. */
function listChangeText<T>(
  field: PlaygroundField,
  before: readonly T[],
  after: readonly T[],
  nameOf: (item: T) => string,
  change: DescribeChange<T>,
): string {
  const entriesBefore = new Map(before.map((item) => [nameOf(item), item]));
  const namesAfter = new Set(after.map(nameOf));
  const changes = after.flatMap((item) => {
    const previous = entriesBefore.get(nameOf(item));
    const difference = previous === undefined ? '' : change(previous, item);
    // If two entries of the old list have the same name, the last one is compared.
    return previous === undefined || JSON.stringify(previous) === JSON.stringify(item)
      ? []
      : [l10n.t('{0} ({1})', nameText(nameOf(item)), difference)];
  });
  const added = after
    .filter((item) => !entriesBefore.has(nameOf(item)))
    .map((item) => nameText(nameOf(item)));
  const removed = before
    .filter((item) => !namesAfter.has(nameOf(item)))
    .map((item) => nameText(nameOf(item)));
  const parts = [
    added.length > 0 && l10n.t('add {0}', joinLimited(added)),
    changes.length > 0 && l10n.t('change {0}', joinLimited(changes)),
    removed.length > 0 && l10n.t('remove {0}', joinLimited(removed)),
  ].filter((part) => typeof part === 'string');
  return l10n.t(
    '{0}: {1}',
    fieldText(field),
    parts.length === 0 ? l10n.t('order changed') : parts.join('; '),
  );
}

function joinLimited(names: readonly string[]): string {
  const joined = names.slice(0, maxNames).join(', ');
  return names.length <= maxNames ? joined : l10n.t('{0} and {1} more', joined, names.length - maxNames);
}

function nameText(name: string): string {
  const characters = [...toPlainText(name)];
  return excerptFrom(characters, 0) || l10n.t('(no name)');
}

/** Returns the old and the new text as `"old" → "new"`, shortened to the part around the first difference. */
function fromToText(before = '', after: string): string {
  const [previous, next] = [[...toPlainText(before)], [...toPlainText(after)]];
  const differenceIndex = previous.findIndex((character, index) => character !== next[index]);
  const prefixLength = differenceIndex < 0 ? previous.length : differenceIndex;
  if (prefixLength === next.length && previous.length === next.length)
    return l10n.t('only spaces or line breaks changed');
  const from = prefixLength > maxExcerptLength / 2 ? prefixLength - contextLength : 0;
  const formatText = (text: readonly string[]): string =>
    text.every((character) => character.trim() === '')
      ? l10n.t('none')
      : l10n.t('"{0}"', excerptFrom(text, from));
  return l10n.t('{0} → {1}', formatText(previous), formatText(next));
}

function excerptFrom(text: readonly string[], from: number): string {
  const excerpt = text.slice(from, from + maxExcerptLength).join('');
  return `${from > 0 ? '…' : ''}${excerpt}${text.length > from + maxExcerptLength ? '…' : ''}`;
}
