import * as z from 'zod/mini';
import { anyListOf, anyText, flag as flagRule, listOf } from './rules.ts';
import { list, part, record, secrecy, text, yes } from './schemas.ts';

const serverMetadata = record({
  name: text,
  description: text,
  headers: list(record({ name: z.string(), description: text, isRequired: yes, isSecret: secrecy })),
  examplePrompts: list(record({ title: text, prompt: text })),
});

/** E9: `serverMetadata` is absent until the playground is configured. */
export const playground = record({ isPlaygroundEnabled: z.boolean(), serverMetadata: part(serverMetadata) });

/** The playground configuration of an environment. */
export type Playground = z.infer<typeof playground>;

export const playgroundChange = z.object({
  isPlaygroundEnabled: z.optional(flagRule),
  name: z.optional(anyText),
  description: z.optional(anyText),
  headers: z.optional(
    anyListOf(
      z.object({ name: anyText, description: z.optional(anyText), isRequired: flagRule, isSecret: flagRule }),
    ),
  ),
  examplePrompts: z.optional(listOf(z.object({ title: anyText, prompt: anyText }), 0, 5)),
});

/** What is absent stays as it is. At most 5 example prompts. */
export type PlaygroundChange = z.infer<typeof playgroundChange>;
