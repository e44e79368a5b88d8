/** What stands in for a chat model of the editor (`vscode.lm`). */
export interface ChatModel {
  readonly name: string;
  readonly id: string;
  readonly vendor: string;
  readonly family: string;
  countTokens(text: string): Promise<number>;
  sendRequest(
    messages: readonly unknown[],
    options: unknown,
    token: Token,
  ): Promise<{ text: AsyncIterable<string> }>;
}

interface Token {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): unknown;
}

/** What it was sent, and whether it was told to stop. */
interface Sent {
  readonly messages: readonly unknown[];
  readonly token: Token;
}

/** A model that answers with these pieces; an `Error`, or a promise that never settles, comes in their place. */
export function chatModel(
  name: string,
  answer: readonly string[] | Error | 'never',
): ChatModel & { readonly sent: Sent[] } {
  const sent: Sent[] = [];
  async function* pieces() {
    if (answer !== 'never' && !(answer instanceof Error)) yield* answer;
  }
  return {
    ...{ name, sent, id: name.toLowerCase(), vendor: 'sample', family: 'sample' },
    countTokens: async (text) => text.split(' ').length,
    async sendRequest(messages, _options, token) {
      sent.push({ messages, token });
      if (answer instanceof Error) throw answer;
      if (answer === 'never') await new Promise(() => undefined);
      return { text: pieces() };
    },
  };
}
