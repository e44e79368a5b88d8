import { prettyJson } from '../../editor/webview/prettyJson.ts';
import type { MessageLine } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import { createMessageText } from './messageText.ts';

interface LoadedMessage {
  readonly json?: string;
  readonly line?: MessageLine;
}

interface SelectedDeps {
  readonly strings: Pick<InspectorTexts, 'messageDropped'>;
  readonly message: (index: number) => Promise<LoadedMessage>;
  readonly mark: (matches: readonly string[] | undefined) => RegExp | undefined;
  readonly learn: (line: MessageLine) => void;
  readonly changed: () => void;
}

/** Creates the selected message and its related request or response, with their texts. */
export function createSelectedMessage({ strings, message, mark, learn, changed }: SelectedDeps) {
  const text = createMessageText('message');
  const pairText = createMessageText('pair');
  let index: number | undefined;
  let got: LoadedMessage = {};
  let loads = 0;

  async function load(): Promise<void> {
    if (index === undefined) return;
    const mine = ++loads;
    const get = async (at: number): Promise<LoadedMessage> => {
      const one = await message(at).catch((): LoadedMessage => ({}));
      if (one.line) learn(one.line);
      return one;
    };
    const said = ({ json }: LoadedMessage): string =>
      json === undefined ? strings.messageDropped : (prettyJson(json) ?? json);
    const one = await get(index);
    const pair = one.line?.pair === undefined ? undefined : await get(one.line.pair);
    if (mine !== loads) return;
    got = one;
    text.show(said(one), mark(one.line?.matches));
    pairText.show(pair ? said(pair) : '', mark(pair?.line?.matches));
    changed();
  }

  return {
    get index() {
      return index;
    },
    get json() {
      return got.json;
    },
    get line() {
      return got.line;
    },
    text: text.root,
    pairText: pairText.root,
    select(next: number): void {
      if (next !== index) {
        index = next;
        got = {};
        text.show('', undefined);
        pairText.show('', undefined);
      }
      changed();
      void load();
    },
    /** Loads both again, because the searched text changed. */
    load: () => void load(),
    /** Loads the response of the selected request if it arrived. */
    grown(): void {
      if (got.line?.kind === 'request' && got.line.pair === undefined) void load();
    },
  };
}
