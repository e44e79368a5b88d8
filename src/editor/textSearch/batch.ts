/** Texts of rows to be tested in one go, one after the other in one string. A text without length says nothing. */
export interface TextBatch {
  readonly text: string;
  /** Text n goes from `bounds[n]` to `bounds[n + 1]`, in UTF-16 units. */
  readonly bounds: Uint32Array;
}

/** Tells by 1 which texts of a batch have a hit. */
export interface TextMatcher {
  /** Whether a single text has a hit, where that takes no batch. */
  readonly testOne?: (text: string) => boolean;
  test(batch: TextBatch): Uint8Array | Promise<Uint8Array>;
  dispose(): void;
}

/** A batch, and who its texts belong to; a number beyond all owners: no one. */
export interface OwnedBatch {
  readonly batch: TextBatch;
  readonly owners: ArrayLike<number>;
}

/** Bounds the time that one batch takes (about a millisecond), however many or long the texts are. UTF-16 units. */
export const maxBatchLength = 256 * 1024;
/** The same for short texts. */
export const maxBatchTexts = 4096;

/** One batch of all the texts. */
function createBatch(texts: readonly string[]): TextBatch {
  const bounds = new Uint32Array(texts.length + 1);
  let end = 0;
  texts.forEach((text, index) => {
    end += text.length;
    bounds[index + 1] = end;
  });
  return { text: texts.join(''), bounds };
}

/** Puts texts with their owners into batches of a bounded size. */
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
