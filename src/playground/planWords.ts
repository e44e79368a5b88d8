import type { PlaygroundChange } from '../api/playground.ts';
import type { Translate } from '../editor/translate.ts';
import { plainText } from '../explorer/plainText.ts';
import { type ExamplePrompt, type Field, fields, type Header, type Known, knownHeader } from './content.ts';

const longestText = 80;
const mostNames = 20;
/** Characters before the first that differs. */
const shownBefore = 20;

/** What would change, in lines: old → new. */
export function changeText(before: Partial<Known>, change: PlaygroundChange, t: Translate): string {
  const { isPlaygroundEnabled, name, description, headers, examplePrompts } = change;
  const yesNo = (value: boolean | undefined): string => (value ? t('yes') : t('no'));
  const line = (field: Field, said: string): string => t('{0}: {1}', fieldWord(field, t), said);
  return [
    isPlaygroundEnabled !== undefined &&
      line(
        'isPlaygroundEnabled',
        t('{0} → {1}', yesNo(before.isPlaygroundEnabled), yesNo(isPlaygroundEnabled)),
      ),
    name !== undefined && line('name', fromTo(before.name, name, t)),
    description !== undefined && line('description', fromTo(before.description, description, t)),
    headers !== undefined &&
      listChange('headers', before.headers ?? [], headers.map(knownHeader), byName, headerChange, t),
    examplePrompts !== undefined &&
      listChange('examplePrompts', before.examplePrompts ?? [], examplePrompts, byTitle, promptChange, t),
  ]
    .filter((one) => typeof one === 'string')
    .join('\n');
}

/** The fields of a change, in words: `Name, Headers`. */
export function fieldsText(chosen: readonly Field[], t: Translate): string {
  return chosen.map((field) => fieldWord(field, t)).join(', ');
}

export function fieldsOf(change: PlaygroundChange): readonly Field[] {
  return fields.filter((field) => change[field] !== undefined);
}

function fieldWord(field: Field, t: Translate): string {
  const words: Readonly<Record<Field, string>> = {
    isPlaygroundEnabled: t('Enabled'),
    name: t('Name'),
    description: t('Description'),
    headers: t('Headers'),
    examplePrompts: t('Example prompts'),
  };
  return words[field];
}

type Change<T> = (before: T, after: T, t: Translate) => string;

const byName = ({ name }: { readonly name: string }): string => name;
const byTitle = ({ title }: { readonly title: string }): string => title;

const headerChange: Change<Header> = (before, after, t) =>
  [
    before.isRequired !== after.isRequired &&
      (after.isRequired ? t('optional → required') : t('required → optional')),
    before.isSecret !== after.isSecret && (after.isSecret ? t('plain → secret') : t('secret → plain')),
    before.description !== after.description && fromTo(before.description, after.description, t),
  ]
    .filter((part) => typeof part === 'string')
    .join(', ');

const promptChange: Change<ExamplePrompt> = (before, after, t) => fromTo(before.prompt, after.prompt, t);

/** Which entries come, go, or are others, by their names. */
function listChange<T>(
  field: Field,
  before: readonly T[],
  after: readonly T[],
  nameOf: (item: T) => string,
  change: Change<T>,
  t: Translate,
): string {
  const kept = new Map(before.map((item) => [nameOf(item), item]));
  const wanted = new Set(after.map(nameOf));
  const changes = after.flatMap((item) => {
    const was = kept.get(nameOf(item));
    const how = was === undefined ? '' : change(was, item, t);
    // Of two with one name the last is meant: their texts may be the same.
    return was === undefined || JSON.stringify(was) === JSON.stringify(item)
      ? []
      : [t('{0} ({1})', nameText(nameOf(item), t), how)];
  });
  const added = after.filter((item) => !kept.has(nameOf(item))).map((item) => nameText(nameOf(item), t));
  const removed = before.filter((item) => !wanted.has(nameOf(item))).map((item) => nameText(nameOf(item), t));
  const parts = [
    added.length > 0 && t('add {0}', listed(added, t)),
    changes.length > 0 && t('change {0}', listed(changes, t)),
    removed.length > 0 && t('remove {0}', listed(removed, t)),
  ].filter((part) => typeof part === 'string');
  return t('{0}: {1}', fieldWord(field, t), parts.length === 0 ? t('in another order') : parts.join('; '));
}

function listed(names: readonly string[], t: Translate): string {
  const some = names.slice(0, mostNames).join(', ');
  return names.length <= mostNames ? some : t('{0} and {1} more', some, names.length - mostNames);
}

function nameText(name: string, t: Translate): string {
  const characters = [...plainText(name)];
  return part(characters, 0) || t('(no name)');
}

/** Two texts, from where they begin to differ if that is far behind. */
function fromTo(before = '', after: string, t: Translate): string {
  const [was, is] = [[...plainText(before)], [...plainText(after)]];
  const different = was.findIndex((character, index) => character !== is[index]);
  const same = different < 0 ? was.length : different;
  if (same === is.length && was.length === is.length) return t('other blanks or line breaks');
  const from = same > longestText / 2 ? same - shownBefore : 0;
  const shown = (text: readonly string[]): string =>
    text.every((character) => character.trim() === '') ? t('none') : t('"{0}"', part(text, from));
  return t('{0} → {1}', shown(was), shown(is));
}

function part(text: readonly string[], from: number): string {
  const shown = text.slice(from, from + longestText).join('');
  return `${from > 0 ? '…' : ''}${shown}${text.length > from + longestText ? '…' : ''}`;
}
