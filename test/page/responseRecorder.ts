/** The texts in service responses to the extensions of this process. A page can show them in any language. */
export interface ResponseRecorder {
  /** Returns all words of the responses with three or more letters. */
  words(): ReadonlySet<string>;
  /** Returns all texts of the responses. */
  texts(): ReadonlySet<string>;
  dispose(): void;
}

/** Records the responses of all requests, in addition to the known texts. */
export function recordResponses(known: readonly string[]): ResponseRecorder {
  const { fetch } = globalThis;
  const texts = new Set(known);
  const collect = (value: unknown, isNamed: boolean): void => {
    if (typeof value === 'string') texts.add(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      // The keys of `categories` and `details` are names of tools and methods.
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

/** Returns the words with three or more letters. Shorter ones are usually units. */
export const extractWords = (text: string): readonly string[] =>
  // Omits terminal colors and parts of words with accents.
  [...text.replace(/\[[\d;]*m/g, ' ').matchAll(/(?<!\p{L})[A-Za-z]{3,}(?!\p{L})/gu)].map(([word]) => word);
