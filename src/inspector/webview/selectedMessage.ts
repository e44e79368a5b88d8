import { createJsonView } from '../../editor/webview/jsonView.ts';
import type { MessageLine } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';

interface LoadedMessage {
  readonly json?: string;
  readonly line?: MessageLine;
}

interface SelectedMessageOptions {
  readonly texts: Pick<InspectorTexts, 'messageDropped' | 'messageText' | 'jsonView'>;
  readonly readMessage: (index: number) => Promise<LoadedMessage>;
  /** Returns the pattern that is highlighted in a message. */
  readonly highlight: (matches: readonly string[] | undefined) => RegExp | undefined;
  /** Returns whether the response to a request is invalid, and marks its row. */
  readonly validate: (request: MessageLine, responseJson: string) => boolean;
  readonly onLine: (line: MessageLine) => void;
  readonly onChange: () => void;
}

/** The selected message and its related request or response, with their texts. */
export class SelectedMessage {
  readonly #options: SelectedMessageOptions;
  readonly #text: ReturnType<typeof createJsonView>;
  readonly #pairText: ReturnType<typeof createJsonView>;
  #index: number | undefined;
  #loaded: LoadedMessage = {};
  #hasInvalidResponse = false;
  #loadCount = 0;

  constructor(options: SelectedMessageOptions) {
    const { jsonView: texts, messageText: label } = options.texts;
    this.#options = options;
    this.#text = createJsonView({ texts, label, key: 'message' });
    this.#pairText = createJsonView({ texts, label, key: 'pair' });
  }

  get index(): number | undefined {
    return this.#index;
  }
  get json(): string | undefined {
    return this.#loaded.json;
  }
  get line(): MessageLine | undefined {
    return this.#loaded.line;
  }
  get hasInvalidResponse(): boolean {
    return this.#hasInvalidResponse;
  }
  get text(): HTMLElement {
    return this.#text.root;
  }
  get pairText(): HTMLElement {
    return this.#pairText.root;
  }

  select(index: number): void {
    if (index !== this.#index) {
      this.#index = index;
      this.#loaded = {};
      this.#hasInvalidResponse = false;
      this.#text.show('', undefined);
      this.#pairText.show('', undefined);
    }
    this.#options.onChange();
    void this.load();
  }

  /** Loads both messages and highlights the searched text. */
  async load(): Promise<void> {
    if (this.#index === undefined) return;
    const { highlight, validate, onChange } = this.#options;
    const loadCount = ++this.#loadCount;
    const message = await this.#read(this.#index);
    const pairIndex = message.line?.pairIndex;
    const pair = pairIndex === undefined ? undefined : await this.#read(pairIndex);
    if (loadCount !== this.#loadCount) return;
    this.#loaded = message;
    this.#hasInvalidResponse =
      message.line !== undefined && pair?.json !== undefined && validate(message.line, pair.json);
    this.#text.show(this.#format(message), highlight(message.line?.matches));
    this.#pairText.show(pair ? this.#format(pair) : '', highlight(pair?.line?.matches));
    onChange();
  }

  /** Loads the response of the selected request if it might have arrived. */
  loadResponse(): void {
    const { line } = this.#loaded;
    if (line?.kind === 'request' && line.pairIndex === undefined) void this.load();
  }

  async #read(index: number): Promise<LoadedMessage> {
    const message = await this.#options.readMessage(index).catch((): LoadedMessage => ({}));
    if (message.line) this.#options.onLine(message.line);
    return message;
  }

  #format({ json }: LoadedMessage): string {
    return json ?? this.#options.texts.messageDropped;
  }
}
