/** Several texts that are joined, so that one search finds matches in all of them. An empty text never matches. */
export interface TextBatch {
  readonly text: string;
  /** Text n starts at `bounds[n]` and ends before `bounds[n + 1]`, in UTF-16 units. */
  readonly bounds: Uint32Array;
}

/** Finds texts that match. */
export interface TextMatcher {
  /** Returns whether a text matches. Absent if the matcher supports only batches. */
  readonly testOne?: (text: string) => boolean;
  /** Returns 1 for each text of the batch with a match, and 0 for the others. */
  test(batch: TextBatch): Uint8Array | Promise<Uint8Array>;
  dispose(): void;
}

/** A batch, and the number of the owner of each text, such as a row. A number that no owner has means no owner. */
export interface OwnedBatch {
  readonly batch: TextBatch;
  readonly owners: ArrayLike<number>;
}

/** The maximum length of a batch in UTF-16 units. Searching a batch of this length takes about a millisecond. */
export const maxBatchLength = 256 * 1024;
/** The maximum number of texts in a batch. Limits the time for a batch of short texts. */
export const maxBatchTexts = 4096;

function createBatch(texts: readonly string[]): TextBatch {
  const bounds = new Uint32Array(texts.length + 1);
  let end = 0;
  texts.forEach((text, index) => {
    end += text.length;
    bounds[index + 1] = end;
  });
  return { text: texts.join(''), bounds };
}

/** Combines texts into batches of limited size. */
export function* splitIntoBatches(
  ownedTexts: Iterable<readonly [owner: number, text: string]>,
): Generator<OwnedBatch> {
  let texts: string[] = [];
  let owners: number[] = [];
  let length = 0;
  for (const [owner, text] of ownedTexts) {
    texts.push(text);
    owners.push(owner);
    length += text.length;
    if (length < maxBatchLength && texts.length < maxBatchTexts) continue;
    yield { batch: createBatch(texts), owners };
    texts = [];
    owners = [];
    length = 0;
  }
  if (texts.length > 0) yield { batch: createBatch(texts), owners };
}
