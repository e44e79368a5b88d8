/** What stands in for a chat model of the editor (`vscode.lm`). */
export interface FakeChatModel {
  readonly name: string;
  readonly id: string;
  readonly vendor: string;
  readonly family: string;
  countTokens(text: string): Promise<number>;
  sendRequest(
    messages: readonly unknown[],
    options: unknown,
    token: FakeToken,
  ): Promise<{ text: AsyncIterable<string> }>;
}

interface FakeToken {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): unknown;
}

/** What it was sent, and whether it was told to stop. */
interface ChatModelRequest {
  readonly messages: readonly unknown[];
  readonly token: FakeToken;
}

/** A model that answers with these pieces; an `Error`, or a promise that never settles, comes in their place. */
export function createFakeChatModel(
  name: string,
  response: readonly string[] | Error | 'never',
): FakeChatModel & { readonly requests: ChatModelRequest[] } {
  const requests: ChatModelRequest[] = [];
  async function* pieces() {
    if (response !== 'never' && !(response instanceof Error)) yield* response;
  }
  return {
    name,
    requests,
    id: name.toLowerCase(),
    vendor: 'sample',
    family: 'sample',
    countTokens: async (text) => text.split(' ').length,
    async sendRequest(messages, _options, token) {
      requests.push({ messages, token });
      if (response instanceof Error) throw response;
      if (response === 'never') await new Promise(() => undefined);
      return { text: pieces() };
    },
  };
}
