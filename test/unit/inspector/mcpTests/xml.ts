import assert from 'node:assert/strict';

interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Its own; what is between elements is none. */
  text: string;
}

/** The elements of an XML document, from top to bottom. Throws where it isn't well formed, as XML 1.0 has it. */
export function elementsOf(document: string): readonly Element[] {
  assert.doesNotMatch(document, /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u);
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  assert.ok(document.startsWith(declaration));
  const elements: Element[] = [];
  const open: Element[] = [];
  const part = /<(\/?)(\w+)((?: \w+="[^"<\n\t]*")*)(\/?)>|([^<>]+)/y;
  part.lastIndex = declaration.length;
  while (part.lastIndex < document.length) {
    const at = part.lastIndex;
    const found = part.exec(document);
    assert.ok(found, `no XML: ${document.slice(at, at + 40)}`);
    const [, end, tag = '', attributes = '', isEmpty, text = ''] = found;
    if (end) assert.equal(open.pop()?.tag, tag);
    else if (tag === '') {
      const inner = open.at(-1);
      if (text.trim() !== '' && inner) inner.text += unescaped(text);
    } else {
      const pairs = [...attributes.matchAll(/(\w+)="([^"]*)"/g)];
      const element = {
        tag,
        attributes: Object.fromEntries(pairs.map(([, name, value = '']) => [name, unescaped(value)])),
        text: '',
      };
      assert.equal(Object.keys(element.attributes).length, pairs.length, 'each attribute is there once');
      elements.push(element);
      if (!isEmpty) open.push(element);
    }
  }
  assert.deepEqual(open, []);
  return elements;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#10': '\n',
  '#9': '\t',
};

function unescaped(text: string): string {
  assert.doesNotMatch(text, /&(?!(?:amp|lt|gt|quot|#10|#9);)/);
  return text.replace(/&([^;]+);/g, (_, name) => entities[name] ?? '');
}
