/** What a service has said to the extensions of this process: what a page may show in whatever language that is. */
export interface ResponseRecorder {
  /** All words of its answers, of three letters and more. */
  words(): ReadonlySet<string>;
  /** All texts of its answers. */
  texts(): ReadonlySet<string>;
  dispose(): void;
}

/** `known`: what it said before. */
export function recordResponses(known: readonly string[]): ResponseRecorder {
  const { fetch } = globalThis;
  const texts = new Set(known);
  const collect = (value: unknown, isNamed: boolean): void => {
    if (typeof value === 'string') texts.add(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      // Tools and methods are the keys of what is counted of them.
      if (isNamed && !Array.isArray(value)) texts.add(key);
      collect(part, key === 'categories' || key === 'details');
    }
  };
  globalThis.fetch = async (...request) => {
    const response = await fetch(...request);
    const text = await response.clone().text();
    try {
      collect(JSON.parse(text), false);
    } catch {
      texts.add(text);
    }
    return response;
  };
  return {
    words: () => new Set([...texts].flatMap(extractWords)),
    texts: () => texts,
    dispose() {
      globalThis.fetch = fetch;
    },
  };
}

/** Without those of one or two letters, which are units and the like. */
export const extractWords = (text: string): readonly string[] =>
  // Neither colours of a terminal nor parts of words with accents.
  [...text.replace(/\[[\d;]*m/g, ' ').matchAll(/(?<!\p{L})[A-Za-z]{3,}(?!\p{L})/gu)].map(([word]) => word);
