import { blank, type Found, isDeleted, keyOf, matchAt, nameLimit } from './scan.ts';

const comments = /^[ \t]*#.*/gm;
const imports = /^[ \t]*from[ \t]+os[ \t]+import[ \t]*(?:\(([^()]*)\)|([^\r\n(]*))/gm;

const quoted = String.raw`[rRuU]?(?<quote>['"])(?<key>[^'"\s\\]*)\k<quote>`;
const argument = String.raw`\s*\(\s*(?:key\s*=\s*)?${quoted}\s*[,)]`;
const item = new RegExp(String.raw`\s*\[\s*${quoted}\s*\]`, 'y');
/** `setdefault` and `pop`, too, take what was set outside. */
const lookUp = new RegExp(String.raw`\s*\.\s*(?:get|setdefault|pop)${argument}`, 'y');
const call = new RegExp(argument, 'y');
const isSet = /\s*=(?!=)/y;

/** The keys that a Python file reads from the environment of its process. */
export function keysInPython(source: string): readonly Found[] {
  const text = blank(source, comments);
  const names = namesOf(text);
  const found: Found[] = [];
  const pattern = [...names.keys()].map((name) => name.replace('.', String.raw`\.`)).join('|');
  for (const { 0: name, index } of text.matchAll(
    new RegExp(String.raw`(?<![\w.])(?:${pattern})(?!\w)`, 'g'),
  )) {
    const after = index + name.length;
    const isFunction = names.get(name) === 'getenv';
    const read = keyOf(isFunction ? matchAt(call, text, after) : readAt(text, index, after));
    if (read) found.push(read);
  }
  return found;
}

function readAt(text: string, before: number, after: number): RegExpExecArray | undefined {
  const read = matchAt(item, text, after);
  if (!read) return matchAt(lookUp, text, after);
  const isRead = !matchAt(isSet, text, after + read[0].length) && !isDeleted(text, before, 'del');
  return isRead ? read : undefined;
}

/**
 * What `environ` and `getenv` are called here. Their bare names count only when they are imported: a web application
 * is handed another `environ` with each request.
 */
function namesOf(text: string): ReadonlyMap<string, 'environ' | 'getenv'> {
  const names = new Map<string, 'environ' | 'getenv'>([
    ['os.environ', 'environ'],
    ['os.getenv', 'getenv'],
  ]);
  for (const [, inBrackets, inLine] of text.matchAll(imports)) {
    for (const part of (inBrackets ?? inLine ?? '').replace(/[#;].*/g, '').split(',')) {
      const [name, as, alias] = part.trim().split(/\s+/);
      if (name !== 'environ' && name !== 'getenv') continue;
      const local = as === 'as' && alias !== undefined ? alias : name;
      if (/^\w+$/.test(local) && names.size < nameLimit) names.set(local, name);
    }
  }
  return names;
}
