import * as vscode from 'vscode';
import type { Publication, ServerFields } from '../api/distribution.ts';
import { normalizeTypedUrl } from '../editor/normalizeTypedUrl.ts';
import { askText, back, createTextStep, type WizardStep } from '../editor/steps.ts';

/** The answers about a publication. An empty URL omits the field. */
export interface PublicationAnswers {
  readonly title: string;
  readonly description: string;
  readonly websiteUrl: string;
  readonly iconSrc: string;
  /** The fields that the service would publish. */
  readonly preview?: ServerFields;
}

/**
 * Requests the fields that the service would publish, without publishing them. Rejects if the service rejects the
 * answers.
 */
type DryRun = (answers: PublicationAnswers, signal: AbortSignal) => Promise<ServerFields>;

/** Converts answers to the fields of the request. */
export function toPublicationFields({ title, description, websiteUrl, iconSrc }: PublicationAnswers) {
  const fields: Pick<Publication, 'title' | 'description' | 'websiteUrl' | 'iconSrc'> = {
    title: title.trim(),
    description: description.trim(),
    ...(websiteUrl.trim() !== '' && { websiteUrl: normalizeTypedUrl(websiteUrl) }),
    ...(iconSrc.trim() !== '' && { iconSrc: normalizeTypedUrl(iconSrc) }),
  };
  return fields;
}

/** Returns why a text is invalid, or `undefined`. */
function validatePublicationText(
  text: string,
  createLengthError: (length: number) => string,
): string | undefined {
  const { length } = [...text.trim()];
  if (length === 0) return vscode.l10n.t('Enter 1 to 100 characters.');
  return length > 100 ? createLengthError(length) : undefined;
}

/** Returns why a URL is invalid, or `undefined`. An empty text is valid. */
function validatePublicationUrl(input: string, schemes: readonly string[]): string | undefined {
  if (input.trim() === '') return undefined;
  const url = normalizeTypedUrl(input);
  const { length } = [...url];
  if (length > 255) {
    return vscode.l10n.t('The URL has {0} characters. The service accepts up to 255.', length);
  }
  if (URL.canParse(url) && schemes.includes(new URL(url).protocol)) return undefined;
  return schemes.length === 1
    ? vscode.l10n.t('Enter a URL that begins with https://, or leave the box empty.')
    : vscode.l10n.t('Enter a URL, such as https://example.com, or leave the box empty.');
}

const iconSchemes = ['https:'];
const websiteSchemes = ['https:', 'http:'];

/** Number of prompts that `createPublicationSteps` returns. */
export const publicationStepCount = 4;

/**
 * Creates the prompts for the title, the description, the website, and the icon. The last prompt requests the preview.
 */
export function createPublicationSteps(
  dryRun: DryRun,
  explainError: (error: unknown) => string,
): readonly WizardStep<PublicationAnswers>[] {
  return [
    createTextStep<PublicationAnswers>('title', () => ({
      prompt: vscode.l10n.t('Enter a title for the server in the MCP Registry'),
      validate: (text) =>
        validatePublicationText(text, (length) =>
          vscode.l10n.t('The title has {0} characters. The service accepts up to 100.', length),
        ),
    })),
    createTextStep<PublicationAnswers>('description', () => ({
      prompt: vscode.l10n.t('Enter a one-sentence description of the server'),
      validate: (text) =>
        validatePublicationText(text, (length) =>
          vscode.l10n.t('The description has {0} characters. The service accepts up to 100.', length),
        ),
    })),
    createTextStep<PublicationAnswers>('websiteUrl', () => ({
      prompt: vscode.l10n.t(
        "Enter the URL of the server's website. To omit the website, leave the box empty.",
      ),
      placeholder: 'https://example.com',
      validate: (input) => validatePublicationUrl(input, websiteSchemes),
    })),
    {
      ask: async (answers, frame) => {
        const newAnswers = await askText<PublicationAnswers>(frame, {
          key: 'iconSrc',
          value: answers.iconSrc,
          prompt: vscode.l10n.t(
            'Enter the URL of an icon. To omit the icon, leave the box empty. Nothing is published yet.',
          ),
          placeholder: 'https://example.com/icon.png',
          validate: (input) => validatePublicationUrl(input, iconSchemes),
          accept: async (input, signal) => {
            const all = { ...answers, iconSrc: input.trim() };
            return { ...all, preview: await dryRun(all, signal) };
          },
          explainError,
        });
        return newAnswers === back || typeof newAnswers === 'string' ? back : newAnswers;
      },
    },
  ];
}
