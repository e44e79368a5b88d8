import * as l10n from '@vscode/l10n';
import { isReservedVariable } from '../reservedVariables.ts';
import type { TestFile } from './testFile.ts';

export const headerNamePattern = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

/** Where a secret is, and before it at most the word that says how it is used: no file has the secret itself. */
export const headerReferencePattern =
  /^(?:(?:Bearer|Basic|Token|ApiKey|Key) )?\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}$/;

/** Whether a text can be sent in a header. `fetch` would quote it in the reason why not, and it may be a secret. */
export const isValidHeaderValue = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text);

type ResolvedHeaders =
  | {
      readonly ok: true;
      readonly headers: Readonly<Record<string, string>>;
      /** What no report may have. */
      readonly secrets: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/** The variables that the headers of a file take their values from, each once. */
export function referencedVariables({ headers = {} }: Pick<TestFile, 'headers'>): readonly string[] {
  return [
    ...new Set(Object.values(headers).flatMap((value) => headerReferencePattern.exec(value)?.[1] ?? [])),
  ];
}

/**
 * The headers with their values. `read` returns the value of a variable. It isn't called for those of this extension and of the editor:
 * a file is written by others, and the key of the service isn't for the tested server.
 */
export function resolveHeaders(
  { headers = {} }: Pick<TestFile, 'headers'>,
  read: (name: string) => string | undefined,
): ResolvedHeaders {
  const sent: Record<string, string> = {};
  const secrets: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    const [, variable = ''] = headerReferencePattern.exec(value) ?? [];
    if (isReservedVariable(variable)) {
      const reason = l10n.t(
        "Tests can't read the environment variable {0}, because it belongs to this extension or to the editor. Use another variable.",
        variable,
      );
      return { ok: false, reason };
    }
    const secret = read(variable);
    if (secret === undefined || secret === '') {
      return { ok: false, reason: l10n.t("The environment variable {0} isn't set.", variable) };
    }
    if (!isValidHeaderValue(secret)) {
      const reason = l10n.t(
        "The environment variable {0} contains characters that aren't allowed in a header.",
        variable,
      );
      return { ok: false, reason };
    }
    // Not as a template of `replace`: a secret may have a `$`.
    const whole = value.replace(/\$\{env:.*\}$/, () => secret);
    sent[name] = whole;
    secrets.push(secret, whole);
  }
  return { ok: true, headers: sent, secrets };
}
