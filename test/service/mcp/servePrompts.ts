import {
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { createCompletion } from './completions.ts';
import type { McpContext } from './context.ts';
import { extraPrompt, prompts } from './prompts.ts';
import { templates } from './templates.ts';

/** Adds prompts, and completion for prompts and resource templates. */
export function servePrompts(context: McpContext): void {
  const { server } = context;
  const all = () => (context.hasExtra ? [...prompts, extraPrompt] : prompts);
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: all().map(({ complete, get, ...prompt }) => prompt),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: args = {} } }) => {
    const prompt = assertFound(
      all().find((each) => each.name === name),
      `Prompt ${name}`,
    );
    for (const { name: argument, required } of prompt.arguments ?? []) {
      if (required && args[argument] === undefined) {
        throw new McpError(ErrorCode.InvalidParams, `Missing argument: ${argument}`);
      }
    }
    return prompt.get(args);
  });
  server.setRequestHandler(CompleteRequestSchema, ({ params: { ref, argument, context: known } }) => {
    const { complete } =
      ref.type === 'ref/prompt'
        ? assertFound(
            all().find(({ name }) => name === ref.name),
            `Prompt ${ref.name}`,
          )
        : assertFound(
            templates.find(({ uriTemplate }) => uriTemplate === ref.uri),
            `Template ${ref.uri}`,
          );
    return createCompletion(complete[argument.name]?.(known?.arguments ?? {}) ?? [], argument.value);
  });
}

function assertFound<T>(item: T | undefined, kind: string): T {
  if (item === undefined) throw new McpError(ErrorCode.InvalidParams, `${kind} not found`);
  return item;
}
