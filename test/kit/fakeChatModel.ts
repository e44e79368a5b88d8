/** A fake of a chat model of the editor (`vscode.lm`). */
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

/** A request that the chat model received. Its token shows whether the request was canceled. */
interface ChatModelRequest {
  readonly messages: readonly unknown[];
  readonly token: FakeToken;
}

/**
 * Creates a chat model that streams these pieces as its answer. With an `Error`, its requests reject. With
 * `'never'`, they never settle.
 */
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
