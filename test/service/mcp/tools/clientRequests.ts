import {
  type ElicitRequestFormParams,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/sdk/types.js';
import { type SampleTool, type ToolCall, textResult } from '../context.ts';
import { createUrlElicitation } from '../urlElicitations.ts';

const inputSchema = { type: 'object' as const };

/**
 * Returns options with a long time limit, because a user answers. The request goes out on the stream of the
 * tool call.
 */
const requestOptions = ({ request }: ToolCall) => ({
  timeout: 600_000,
  relatedRequestId: request.requestId,
  signal: request.signal,
});
/**
 * Creates a result from the client's answer. A declined request becomes a result with an error, not a
 * protocol error.
 */
const toResult = async (request: Promise<unknown>) =>
  textResult(
    JSON.stringify(
      await request.catch((error: Error) => {
        throw new Error(error.message);
      }),
    ),
  );

/** Tools that send requests to the client. If it doesn't support them, the tools fail. */
export const clientRequestTools: readonly SampleTool[] = [
  {
    name: 'ask_form',
    description: 'Asks for a form (elicitation), and answers what came.',
    inputSchema,
    call: (call) => toResult(call.context.server.elicitInput(travelForm, requestOptions(call))),
  },
  {
    name: 'ask_visit',
    description: 'Asks to visit an address (elicitation), and answers what came.',
    inputSchema,
    call: async (call) => {
      const elicitation = createUrlElicitation(call.context, 'Confirm your subscription in the browser.');
      return toResult(call.context.server.elicitInput(elicitation, requestOptions(call)));
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
      throw new UrlElicitationRequiredError([createUrlElicitation(context, message, subscribed)]);
    },
  },
  {
    name: 'ask_model',
    description: 'Asks for a message of a model (sampling), and answers it.',
    inputSchema: { type: 'object', properties: { prompt: { type: 'string', default: 'Describe rain.' } } },
    call: (call) => {
      const text = String(call.args['prompt'] ?? 'Describe rain.');
      const response = call.context.server.createMessage(
        {
          messages: [{ role: 'user', content: { type: 'text', text } }],
          systemPrompt: 'You write forecasts.',
          modelPreferences: { hints: [{ name: 'small' }], speedPriority: 0.9 },
          maxTokens: 100,
        },
        requestOptions(call),
      );
      return toResult(response);
    },
  },
  {
    name: 'ask_roots',
    description: 'Asks for the roots of the client, and answers them.',
    inputSchema,
    call: (call) => toResult(call.context.server.listRoots(undefined, requestOptions(call))),
  },
];

/** A form with a field of each supported kind. */
const travelForm: ElicitRequestFormParams = {
  mode: 'form',
  message: 'Where do you go?',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name', description: 'As in the passport', minLength: 2, maxLength: 50 },
      email: { type: 'string', format: 'email' },
      page: { type: 'string', format: 'uri' },
      day: { type: 'string', format: 'date' },
      at: { type: 'string', format: 'date-time' },
      people: { type: 'integer', minimum: 1, maximum: 9, default: 1 },
      budget: { type: 'number', minimum: 0 },
      isFlexible: { type: 'boolean', default: false },
      climate: { type: 'string', enum: ['warm', 'cold'], default: 'warm' },
      seat: {
        type: 'string',
        oneOf: [
          { const: 'window', title: 'At the window' },
          { const: 'aisle', title: 'At the aisle' },
        ],
      },
      meal: { type: 'string', enum: ['meat', 'plants'], enumNames: ['With meat', 'Plants only'] },
      stops: { type: 'array', items: { type: 'string', enum: ['Oslo', 'Lima'] }, maxItems: 2 },
      interests: {
        type: 'array',
        minItems: 1,
        items: {
          anyOf: [
            { const: 'sun', title: 'The sun' },
            { const: 'snow', title: 'Snow' },
          ],
        },
        default: ['sun'],
      },
    },
    required: ['name', 'people'],
  },
};
