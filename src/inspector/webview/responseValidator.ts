import type { MessageLine } from '../pageSchemas.ts';
import type { MessageLineCache } from './messageLineCache.ts';

interface ResponseValidatorOptions {
  readonly lines: Pick<MessageLineCache, 'getItem' | 'setInvalid'>;
  readonly hasOutputSchema: (tool: string) => boolean;
  readonly readJson: (index: number) => Promise<string | undefined>;
  readonly isInvalid: (request: MessageLine, responseJson: string) => boolean;
  /** Called when an invalid response is found. */
  readonly onInvalid: () => void;
}

/**
 * Maximum size of a response that is validated before its message is selected, in UTF-16 units. Validating larger responses would
 * make scrolling slow.
 */
const maxResponseSize = 200_000;

/**
 * Creates a function that validates the responses to calls of tools, one after the other. A later call of the function replaces the
 * messages of an earlier call that aren't validated yet.
 */
export function createResponseValidator(options: ResponseValidatorOptions) {
  const { lines, hasOutputSchema, readJson, isInvalid, onInvalid } = options;
  let indexes: readonly number[] = [];
  let isRunning = false;

  function findNext(): MessageLine | undefined {
    for (const index of indexes) {
      const { line, hasInvalidResponse } = lines.getItem(index);
      if (line && hasInvalidResponse === undefined && canValidate(line)) return line;
    }
    return undefined;
  }

  async function validate(line: MessageLine): Promise<boolean> {
    if (line.pairIndex === undefined || !hasOutputSchema(line.subject ?? '')) return false;
    const json = await readJson(line.pairIndex).catch(() => undefined);
    return json !== undefined && isInvalid(line, json);
  }

  async function run(): Promise<void> {
    for (let line = findNext(); line; line = findNext()) {
      const isInvalidLine = await validate(line);
      lines.setInvalid(line.index, isInvalidLine);
      if (isInvalidLine) onInvalid();
    }
    isRunning = false;
  }

  return (nextIndexes: readonly number[]): void => {
    indexes = nextIndexes;
    if (isRunning) return;
    isRunning = true;
    void run();
  };
}

/** Whether a message is an answered call of a tool whose response isn't too large. */
const canValidate = ({ method, kind, hasFailed, pairIndex, responseSize = 0 }: MessageLine): boolean =>
  method === 'tools/call' &&
  kind === 'request' &&
  hasFailed !== true &&
  pairIndex !== undefined &&
  responseSize <= maxResponseSize;
