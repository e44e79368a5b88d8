import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import {
  anyBoolean,
  anyList,
  anyString,
  listOfLength,
  maxCharacters,
  nonBlankString,
  ruleError,
  stringOfLength,
} from './requestSchemas.ts';
import {
  optionalPart,
  optionalText,
  record,
  secretUnlessFalse,
  tolerantList,
  trueOnly,
} from './responseSchemas.ts';

const serverMetadataSchema = record({
  name: optionalText,
  description: optionalText,
  headers: tolerantList(
    record({
      name: z.string(),
      description: optionalText,
      isRequired: trueOnly,
      isSecret: secretUnlessFalse,
    }),
  ),
  examplePrompts: tolerantList(record({ title: optionalText, prompt: optionalText })),
});

/**
 * Reads the response to `environments.getPlayground`. `serverMetadata` is absent until the playground is configured.
 */
export const playgroundSchema = record({
  isPlaygroundEnabled: z.boolean(),
  serverMetadata: optionalPart(serverMetadataSchema),
});

export type Playground = z.infer<typeof playgroundSchema>;

/** A header name, which can contain only the characters of a token (RFC 9110 §5.6.2). */
const headerNameSchema = anyString.check(
  z.refine(
    (name) => /^[-A-Za-z0-9!#$%&'*+.^_`|~]+$/.test(name),
    ruleError(() =>
      l10n.t(
        "must not be empty or contain spaces, and can contain only letters, digits, and !#$%&'*+-.^_`|~",
      ),
    ),
  ),
  maxCharacters(100),
);

const headersSchema = anyList(
  z.object({
    name: headerNameSchema,
    description: z.optional(anyString.check(maxCharacters(200))),
    isRequired: anyBoolean,
    isSecret: anyBoolean,
  }),
).check(({ value, issues }) => {
  const firstIndexes = new Map<string, number>();
  for (const [index, { name }] of value.entries()) {
    const firstIndex = firstIndexes.get(name.toLowerCase());
    if (firstIndex === undefined) firstIndexes.set(name.toLowerCase(), index);
    else {
      const message = l10n.t(
        "duplicates headers[{0}], because header names aren't case-sensitive",
        firstIndex,
      );
      issues.push({ code: 'custom', message, path: [index, 'name'], input: name });
    }
  }
});

const examplePromptSchema = z.object({
  title: nonBlankString.check(maxCharacters(100)),
  prompt: nonBlankString.check(maxCharacters(500)),
});

export const playgroundChangeSchema = z.object({
  isPlaygroundEnabled: z.optional(anyBoolean),
  name: z.optional(nonBlankString.check(maxCharacters(100))),
  description: z.optional(stringOfLength(1, 500)),
  headers: z.optional(headersSchema),
  examplePrompts: z.optional(listOfLength(examplePromptSchema, 0, 5)),
});

/** The input of `environments.updatePlayground`. Absent fields aren't changed. */
export type PlaygroundChange = z.infer<typeof playgroundChangeSchema>;
