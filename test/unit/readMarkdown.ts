import { createRequire } from 'node:module';

export interface MarkdownToken {
  readonly type: string;
  readonly content: string;
  readonly children?: readonly MarkdownToken[] | null;
}

const markdownIt = createRequire(import.meta.url)('markdown-it') as (options: object) => {
  readonly linkify: { set(options: object): void };
  parse(text: string, env: object): readonly MarkdownToken[];
};
const parser = markdownIt({ html: true, linkify: true });
// As the editor's own preview does: a name with a dot in it is no link.
parser.linkify.set({ fuzzyLink: false });

/** What the editor's own preview makes of a text: its blocks, each followed by what is in it. */
export function readMarkdown(text: string): readonly MarkdownToken[] {
  return parser.parse(text, {}).flatMap((block) => [block, ...(block.children ?? [])]);
}
