/** Texts that are searched at once, concatenated. An empty text never matches. */
export interface TextBatch {
  readonly text: string;
  /** Text n starts at `bounds[n]` and ends before `bounds[n + 1]`, in UTF-16 units. */
  readonly bounds: Uint32Array;
}

/** Finds the texts that match. The result is 1 for each text of the batch with a match. */
export interface TextMatcher {
  /** Whether a single text matches, if that is possible without a batch. */
  readonly testOne?: (text: string) => boolean;
  test(batch: TextBatch): Uint8Array | Promise<Uint8Array>;
  dispose(): void;
}

/** A batch, and the owners of its texts. A number greater than all owners means no owner. */
export interface OwnedBatch {
  readonly batch: TextBatch;
  readonly owners: ArrayLike<number>;
}

/** The maximum length of a batch in UTF-16 units, which limits its time to about a millisecond. */
export const maxBatchLength = 256 * 1024;
/** The maximum number of texts in a batch, which limits the time for short texts. */
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

/** Splits texts with their owners into batches of limited size. */
export function* splitIntoBatches(
  all: Iterable<readonly [owner: number, text: string]>,
): Generator<OwnedBatch> {
  let texts: string[] = [];
  let owners: number[] = [];
  let length = 0;
  for (const [owner, text] of all) {
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
