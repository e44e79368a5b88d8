import { createRequire } from 'node:module';

interface MarkdownToken {
  readonly type: string;
  readonly content: string;
  readonly children?: readonly MarkdownToken[] | null;
}

const markdownIt = createRequire(import.meta.url)('markdown-it') as (options: object) => {
  readonly linkify: { set(options: object): void };
  parse(text: string, env: object): readonly MarkdownToken[];
};
const parser = markdownIt({ html: true, linkify: true });
// Like the editor's own preview, it doesn't turn a name with a dot into a link.
parser.linkify.set({ fuzzyLink: false });

/** Parses Markdown like the editor's preview: returns its blocks, each followed by its content. */
export function readMarkdown(text: string): readonly MarkdownToken[] {
  return parser.parse(text, {}).flatMap((block) => [block, ...(block.children ?? [])]);
}
