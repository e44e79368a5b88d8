import { blank, type Found, isDeleted, keyOf, matchAt, nameLimit } from './scan.ts';

const comments = /^[ \t]*#.*/gm;
const modules = /^[ \t]*import[ \t]+([\w., \t]+)/gm;
/** `env = os.environ`, also with a type, as a default of a parameter, or where something else is the first choice. */
const aliases =
  /(?<![\w.])(\w+)[ \t]*(?::[ \t]*[\w.[\], \t]{1,100}?)?(?<![=!<>]):?=(?!=)[ \t]*(?:\w+[ \t]+or[ \t]+|dict\([ \t]*)?(\w+(?:[ \t]*\.[ \t]*\w+)?)(?!\w|[ \t]*\.(?!copy\(\))|[ \t]*[([])/g;
const imports = /^[ \t]*from[ \t]+os[ \t]+import[ \t]*(?:\(([^()]*)\)|([^\r\n(]*))/gm;

const quoted = String.raw`[rRuU]?(?<quote>['"])(?<key>[^'"\s\\]*)\k<quote>`;
const argument = String.raw`\s*\(\s*(?:key\s*=\s*)?${quoted}\s*[,)]`;
const item = new RegExp(String.raw`\s*\[\s*${quoted}\s*\]`, 'y');
/** `setdefault` and `pop`, too, take what was set outside. */
const lookUp = new RegExp(
  String.raw`\s*\.\s*(?:get|setdefault|pop|__getitem__|__contains__)${argument}`,
  'y',
);
const call = new RegExp(argument, 'y');
const isSet = /\s*=(?!=)/y;
/** `'KEY' in `, up to the object. */
const membership = new RegExp(String.raw`${quoted}\s+(?:not\s+)?in\s+$`);
/** Characters before the object in which a key of `membership` stands. */
const membershipLength = 200;

/** The keys that a Python file reads from the environment of its process. */
export function keysInPython(source: string): readonly Found[] {
  const text = blank(source, comments);
  const names = namesOf(text);
  const found: Found[] = [];
  const pattern = [...names.keys()].map((name) => name.replace('.', String.raw`\s*\.\s*`)).join('|');
  for (const { 0: name, index } of text.matchAll(
    new RegExp(String.raw`(?<![\w.])(?:${pattern})(?!\w)`, 'g'),
  )) {
    const after = index + name.length;
    const isFunction = names.get(name.replaceAll(/\s/g, '')) === 'getenv';
    const read = keyOf(isFunction ? matchAt(call, text, after) : readAt(text, index, after));
    const asked = isFunction ? undefined : memberBefore(text, index);
    for (const key of [asked, read]) if (key) found.push(key);
  }
  return found;
}

function readAt(text: string, before: number, after: number): RegExpExecArray | undefined {
  const read = matchAt(item, text, after);
  if (!read) return matchAt(lookUp, text, after);
  const isRead = !matchAt(isSet, text, after + read[0].length) && !isDeleted(text, before, 'del');
  return isRead ? read : undefined;
}

/** The key of `'KEY' in os.environ`. */
function memberBefore(text: string, index: number): Found | undefined {
  const start = Math.max(0, index - membershipLength);
  const key = keyOf(membership.exec(text.slice(start, index)) ?? undefined);
  return key && { key: key.key, at: start + key.at };
}

/**
 * The names of `environ` and `getenv` in a file: by their module, by imports, and by assignments such as
 * `env = os.environ`. Their bare names count only when they are imported: a web application is handed another `environ`
 * with each request.
 */
function namesOf(text: string): ReadonlyMap<string, Meaning> {
  const names = new Map<string, Meaning>();
  const add = (name: string, meaning: Meaning | undefined): void => {
    if (meaning && /^[\w.]+$/.test(name) && names.size < nameLimit) names.set(name, meaning);
  };
  const addModule = (name: string): void => {
    add(`${name}.environ`, 'environ');
    add(`${name}.getenv`, 'getenv');
  };
  addModule('os');
  for (const [, list = ''] of text.matchAll(modules)) {
    for (const { name, local } of importedNames(list)) if (name === 'os' && local !== 'os') addModule(local);
  }
  for (const [, inBrackets, inLine] of text.matchAll(imports)) {
    for (const { name, local } of importedNames(inBrackets ?? inLine ?? '')) {
      if (name === 'environ' || name === 'getenv') add(local, name);
    }
  }
  for (const [, local = '', object = ''] of text.matchAll(aliases)) {
    add(local, names.get(object.replaceAll(/\s/g, '')));
  }
  return names;
}

type Meaning = 'environ' | 'getenv';

/** `a, b as c`: the names, and what they are called in the file. */
function importedNames(list: string): readonly { readonly name: string; readonly local: string }[] {
  return list
    .replace(/[#;].*/g, '')
    .split(',')
    .map((part) => {
      const [name = '', as, alias] = part.trim().split(/\s+/);
      return { name, local: as === 'as' && alias !== undefined ? alias : name };
    });
}
