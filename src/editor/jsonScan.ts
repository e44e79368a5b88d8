/** A part of a text: offsets in UTF-16 units, the end not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a value stands, and those in it by their names or numbers. Of two fields of one name the last counts. */
export interface JsonPlace extends Span {
  /** Of the field whose value it is. */
  readonly name?: Span;
  readonly parts: ReadonlyMap<string, JsonPlace>;
}

/** Why a text is not JSON. */
type JsonFault =
  | 'empty'
  | 'notClosed'
  | 'closedWrongly'
  | 'behindTheEnd'
  | 'comment'
  | 'oddBlank'
  | 'noName'
  | 'noColon'
  | 'noComma'
  | 'noValue'
  | 'lastComma'
  | 'notAValue'
  | 'notANumber'
  | 'openText'
  | 'badEscape'
  | 'controlCharacter';

/** The first flaw of a text. `opened`: where the bracket stands that is not closed. */
export interface JsonFlaw extends Span {
  readonly fault: JsonFault;
  readonly opened?: number;
}

/** An object or a list that is being read. */
interface Container {
  readonly isList: boolean;
  readonly start: number;
  readonly parts: Map<string, JsonPlace>;
  /** Of the field whose value comes next. */
  name?: Span & { readonly text: string };
}

/** What comes next; `OrEnd`: or the bracket that closes. */
type Wanted = 'value' | 'valueOrEnd' | 'name' | 'nameOrEnd' | 'colon' | 'commaOrEnd' | 'nothing';

const tokens = /"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"?|[{}[\],:]|[^ \t\r\n{}[\],:"]+/g;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** What is special in a text; the first group is a good one. */
const escapes = /(\\(?:u[\da-fA-F]{4}|["\\/bfnrt]))|\\(?:u[\da-fA-F]{0,3}|[^u])|[^ -\uffff]/g;
/** Blanks and invisible characters that come with a copy from a page. */
const oddBlank = /[\s\u200b]/;

/** Where everything stands in a text, or why it is not JSON: as strict as `JSON.parse`, whose words differ by engine. */
export function scanJson(text: string): { readonly root: JsonPlace } | { readonly flaw: JsonFlaw } {
  const open: Container[] = [];
  let root: JsonPlace | undefined;
  let wanted: Wanted = 'value';
  let before: Span = { start: 0, end: 0 };
  const settle = (span: Span, parts: JsonPlace['parts']): void => {
    const inside = open.at(-1);
    if (inside?.name) inside.parts.set(inside.name.text, { ...span, parts, name: inside.name });
    else if (inside) inside.parts.set(String(inside.parts.size), { ...span, parts });
    else root = { ...span, parts };
    wanted = inside ? 'commaOrEnd' : 'nothing';
  };
  for (const { 0: token, index: start } of text.matchAll(tokens)) {
    const span = { start, end: start + token.length };
    const inside = open.at(-1);
    const flaw = flawOf(token, wanted, inside);
    if (flaw?.fault === 'lastComma') return { flaw: { ...flaw, ...before } };
    if (flaw) return { flaw: { ...flaw, start: start + flaw.start, end: start + flaw.end } };
    if (token === '{' || token === '[') {
      open.push({ isList: token === '[', start, parts: new Map() });
      wanted = token === '[' ? 'valueOrEnd' : 'nameOrEnd';
    } else if (inside && (token === '}' || token === ']')) {
      open.pop();
      settle({ start: inside.start, end: span.end }, inside.parts);
    } else if (token === ',') wanted = inside?.isList ? 'value' : 'name';
    else if (token === ':') wanted = 'value';
    else if (inside && (wanted === 'name' || wanted === 'nameOrEnd')) {
      inside.name = { ...span, text: String(JSON.parse(token)) };
      wanted = 'colon';
    } else settle(span, new Map());
    before = span;
  }
  const end = { start: before.end, end: before.end };
  const opened = open.at(-1)?.start;
  if (opened !== undefined) return { flaw: { ...end, fault: 'notClosed', opened } };
  return root ? { root } : { flaw: { ...end, fault: 'empty' } };
}

/** What is wrong with a token; its place is measured from the token. */
function flawOf(token: string, wanted: Wanted, inside: Container | undefined): JsonFlaw | undefined {
  const flaw = (fault: JsonFault): JsonFlaw => ({ fault, start: 0, end: token.length });
  const isWord = !/^["{}[\],:]/.test(token);
  const blank = isWord ? token.search(oddBlank) : -1;
  if (blank >= 0) return { fault: 'oddBlank', start: blank, end: blank + 1 };
  if (/^\/[/*]/.test(token)) return flaw('comment');
  const isClosing = token === '}' || token === ']';
  switch (wanted) {
    case 'nothing':
      return flaw('behindTheEnd');
    case 'colon':
      return token === ':' ? undefined : flaw('noColon');
    case 'commaOrEnd':
      if (token === ',' || token === (inside?.isList ? ']' : '}')) return undefined;
      return isClosing && inside ? { ...flaw('closedWrongly'), opened: inside.start } : flaw('noComma');
    case 'name':
    case 'nameOrEnd':
      if (token.startsWith('"')) return flawOfText(token);
      if (token === '}') return wanted === 'name' ? flaw('lastComma') : undefined;
      return flaw('noName');
    default:
      if (token.startsWith('"')) return flawOfText(token);
      if (token === '{' || token === '[' || (token === ']' && wanted === 'valueOrEnd')) return undefined;
      if (isClosing && inside?.isList && wanted === 'value') return flaw('lastComma');
      if (!isWord) return flaw('noValue');
      if (/^(?:true|false|null)$/.test(token) || number.test(token)) return undefined;
      return flaw(/^[-+.]?\d/.test(token) ? 'notANumber' : 'notAValue');
  }
}

/** What is wrong with a text in quotes. */
function flawOfText(token: string): JsonFlaw | undefined {
  // The quote that begins it does not end it, nor does one that is escaped.
  let closing = 1;
  for (const { 0: found, 1: good, index: start } of token.matchAll(escapes)) {
    closing = start + found.length;
    if (good !== undefined) continue;
    return { fault: found.startsWith('\\') ? 'badEscape' : 'controlCharacter', start, end: closing };
  }
  const isClosed = token.length > closing && token.endsWith('"');
  return isClosed ? undefined : { fault: 'openText', start: 0, end: token.length };
}
