import { createServer } from 'node:http';
import { listen } from '../harness/ports.ts';

/** A language model on this machine, with the chat completions of OpenAI. */
export interface ModelServer {
  readonly url: string;
  /** The messages of the user, with the context that the agent added. */
  readonly questions: readonly string[];
  /** The results of the tools that the agent called for the model. */
  readonly results: readonly string[];
  close(): void;
}

type Content = string | readonly { readonly text?: string }[] | null | undefined;
interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content?: Content }[];
  readonly tools?: readonly object[];
}

/**
 * Starts a model that responds to the message "CALL name input" of the user with a call of a tool, and to everything else
 * with "Done.".
 */
export async function startModelServer(): Promise<ModelServer> {
  const questions: string[] = [];
  const results: string[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    if (!request.url?.endsWith('/chat/completions')) {
      response.writeHead(404).end();
      return;
    }
    const { messages, tools = [] } = JSON.parse(body) as ChatRequest;
    const { role, content } = messages.at(-1) ?? {};
    const text = toText(content);
    if (role === 'tool') results.push(text);
    else questions.push(text);
    const [, name, input] = /\bCALL (\w+) (\{.*\})\s*$/m.exec(text) ?? [];
    // The agent also lets the model summarize a conversation, without tools.
    const isCall = role === 'user' && name !== undefined && tools.length > 0;
    const call = {
      index: 0,
      id: `call-${questions.length}`,
      type: 'function',
      function: { name, arguments: input },
    };
    response.setHeader('Content-Type', 'text/event-stream');
    const delta = { role: 'assistant', ...(isCall ? { tool_calls: [call] } : { content: 'Done.' }) };
    for (const choice of [{ delta }, { delta: {}, finish_reason: isCall ? 'tool_calls' : 'stop' }]) {
      const chunk = {
        ...{ id: 'chat', object: 'chat.completion.chunk', created: 1, model: 'scripted' },
        choices: [{ index: 0, ...choice }],
      };
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    }
    response.end('data: [DONE]\n\n');
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/v1/chat/completions`,
    questions,
    results,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function toText(content: Content): string {
  return typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('');
}
