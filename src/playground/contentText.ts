import type { PlaygroundContent } from './content.ts';

/** Formats a document. Omits an empty description, which the service rejects. */
export function formatContent({
  isPlaygroundEnabled,
  name,
  description,
  headers,
  examplePrompts,
}: PlaygroundContent): string {
  const shown = {
    isPlaygroundEnabled,
    name,
    ...(description !== '' && { description }),
    headers: headers.map(({ name, description, isRequired, isSecret }) => ({
      name,
      description,
      isRequired,
      isSecret,
    })),
    examplePrompts: examplePrompts.map(({ title, prompt }) => ({ title, prompt })),
  };
  return `${JSON.stringify(shown, null, 2)}\n`;
}
