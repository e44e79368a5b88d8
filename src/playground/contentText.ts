import type { Content } from './content.ts';

/** A playground as a document. */
export function contentText({
  isPlaygroundEnabled,
  name,
  description,
  headers,
  examplePrompts,
}: Content): string {
  const shown = {
    ...{ isPlaygroundEnabled, name, description },
    headers: headers.map(({ name, description, isRequired, isSecret }) => ({
      ...{ name, description, isRequired, isSecret },
    })),
    examplePrompts: examplePrompts.map(({ title, prompt }) => ({ title, prompt })),
  };
  return `${JSON.stringify(shown, null, 2)}\n`;
}
