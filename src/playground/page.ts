import type { Playground } from '../api/playground.ts';
import { code, codeBlock, escapeMarkdown, table } from '../editor/markdown.ts';
import type { Translate } from '../editor/translate.ts';

/**
 * A playground (E9) as Markdown. Every value is shown as text: nothing in it becomes markup. `isWritable`: the service
 * changes playgrounds, as far as is known.
 */
export function playgroundPage(
  { isPlaygroundEnabled, serverMetadata }: Playground,
  place: string,
  isWritable: boolean,
  t: Translate,
): string {
  const status = isPlaygroundEnabled
    ? t('The playground is enabled: people can try the server there.')
    : t('The playground is disabled.');
  const head = [`# ${escapeMarkdown(t('Playground of {0}', place))}`, escapeMarkdown(status)];
  if (!serverMetadata) {
    const invitation = isWritable
      ? t(
          'Nobody has described this server yet. A name, a description and example prompts tell people what it is for: run Edit Playground to write them.',
        )
      : t(
          'Nobody has described this server yet. A name, a description and example prompts tell people what it is for. This service does not change them here.',
        );
    return [...head, escapeMarkdown(invitation), ''].join('\n\n');
  }
  const { name = '', description = '', headers, examplePrompts } = serverMetadata;
  const nothing = `*${escapeMarkdown(t('none'))}*`;
  return [
    ...head,
    `## ${escapeMarkdown(name.trim() === '' ? t('(no name)') : name)}`,
    description.trim() === '' ? `*${escapeMarkdown(t('No description.'))}*` : paragraphs(description),
    `## ${escapeMarkdown(t('Example prompts'))}`,
    ...(examplePrompts.length === 0
      ? [nothing]
      : examplePrompts.flatMap(({ title = '', prompt = '' }, index) => [
          `### ${escapeMarkdown(title.trim() === '' ? t('Example prompt {0}', index + 1) : title)}`,
          codeBlock(prompt),
        ])),
    `## ${escapeMarkdown(t('Headers'))}`,
    headers.length === 0
      ? nothing
      : table(
          [t('Name'), t('Description'), t('Required'), t('Secret')].map(escapeMarkdown),
          headers.map((header) => [
            code(header.name),
            escapeMarkdown(header.description ?? ''),
            escapeMarkdown(header.isRequired ? t('yes') : t('no')),
            escapeMarkdown(header.isSecret ? t('yes') : t('no')),
          ]),
        ),
    '',
  ].join('\n\n');
}

/** Blank lines part paragraphs, as their writer meant them; nothing else of them is markup. */
function paragraphs(text: string): string {
  return text
    .split(/(?:\r\n?|\n)(?:[^\S\r\n]*(?:\r\n?|\n))+/)
    .map((one) => escapeMarkdown(one).trim())
    .filter((one) => one !== '')
    .join('\n\n');
}
