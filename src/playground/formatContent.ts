import type { PlaygroundContent } from './playgroundContent.ts';

/** Formats a document. Omits an empty description, which the service rejects. */
export function formatContent({
  isPlaygroundEnabled,
  name,
  description,
  headers,
  examplePrompts,
}: PlaygroundContent): string {
  const record = {
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
  return `${JSON.stringify(record, null, 2)}\n`;
}
