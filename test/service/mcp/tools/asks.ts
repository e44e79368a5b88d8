import { UrlElicitationRequiredError } from '@modelcontextprotocol/sdk/types.js';
import type { SampleTool, ToolCall } from '../context.ts';
import { textResult } from '../context.ts';
import { expectVisit } from '../visits.ts';
import { travelForm } from './travelForm.ts';

const inputSchema = { type: 'object' as const };

/** A person may think for long. On the stream of the call that asks. */
const options = ({ request }: ToolCall) => ({
  timeout: 600_000,
  relatedRequestId: request.requestId,
  signal: request.signal,
});
/** That the client refused is a result, and no error of this server's protocol. */
const answered = async (asking: Promise<unknown>) =>
  textResult(
    JSON.stringify(
      await asking.catch((error: Error) => {
        throw new Error(error.message);
      }),
    ),
  );

/** Tools that ask the client. One that can't answer makes them fail. */
export const askingTools: readonly SampleTool[] = [
  {
    name: 'ask_form',
    description: 'Asks for a form (elicitation), and answers what came.',
    inputSchema,
    call: (call) => answered(call.context.server.elicitInput(travelForm, options(call))),
  },
  {
    name: 'ask_visit',
    description: 'Asks to visit an address (elicitation), and answers what came.',
    inputSchema,
    call: async (call) => {
      const asked = expectVisit(call.context, 'Confirm your subscription in the browser.');
      return answered(call.context.server.elicitInput(asked, options(call)));
    },
  },
  {
    name: 'get_alerts',
    description: 'Wants an address to be visited first (error -32042), and answers once it was.',
    inputSchema,
    call: ({ context }) => {
      if (context.isSubscribed) return textResult('No alerts.');
      const message = 'Subscribe to alerts in the browser.';
      const subscribed = () => {
        context.isSubscribed = true;
      };
      throw new UrlElicitationRequiredError([expectVisit(context, message, subscribed)]);
    },
  },
  {
    name: 'ask_model',
    description: 'Asks for a message of a model (sampling), and answers it.',
    inputSchema: { type: 'object', properties: { prompt: { type: 'string', default: 'Describe rain.' } } },
    call: (call) => {
      const text = String(call.args['prompt'] ?? 'Describe rain.');
      const answer = call.context.server.createMessage(
        {
          messages: [{ role: 'user', content: { type: 'text', text } }],
          systemPrompt: 'You write forecasts.',
          modelPreferences: { hints: [{ name: 'small' }], speedPriority: 0.9 },
          maxTokens: 100,
        },
        options(call),
      );
      return answered(answer);
    },
  },
  {
    name: 'ask_roots',
    description: 'Asks for the roots of the client, and answers them.',
    inputSchema,
    call: (call) => answered(call.context.server.listRoots(undefined, options(call))),
  },
];
