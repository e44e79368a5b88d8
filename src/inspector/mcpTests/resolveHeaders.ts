import * as l10n from '@vscode/l10n';
import { isReservedVariable } from '../reservedVariables.ts';
import type { TestFile } from './testFile.ts';

export const headerNamePattern = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

/**
 * Pattern of a header value: a reference to an environment variable after an optional authentication scheme. A file never
 * contains the secret itself.
 */
export const headerReferencePattern =
  /^(?:(?:Bearer|Basic|Token|ApiKey|Key) )?\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}$/;

/** Whether a text can be a header value. Checked before `fetch`, because its error would contain the value, which might be a secret. */
export const isValidHeaderValue = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text);

type ResolvedHeaders =
  | {
      readonly ok: true;
      readonly headers: Readonly<Record<string, string>>;
      /** Values that must not appear in reports. */
      readonly secrets: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/** Returns the distinct environment variables that the headers of a file refer to. */
export function findReferencedVariables({ headers = {} }: Pick<TestFile, 'headers'>): readonly string[] {
  return [
    ...new Set(Object.values(headers).flatMap((value) => headerReferencePattern.exec(value)?.[1] ?? [])),
  ];
}

/**
 * Replaces variables in headers with their values. `read` isn't called for variables of this extension and of the editor:
 * other people write test files, and the API key of the service isn't meant for the tested server.
 */
export function resolveHeaders(
  { headers = {} }: Pick<TestFile, 'headers'>,
  read: (name: string) => string | undefined,
): ResolvedHeaders {
  const resolvedHeaders: Record<string, string> = {};
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
    // A replacer function, because `$` in a secret would be special in a replacement string.
    const resolvedValue = value.replace(/\$\{env:.*\}$/, () => secret);
    resolvedHeaders[name] = resolvedValue;
    secrets.push(secret, resolvedValue);
  }
  return { ok: true, headers: resolvedHeaders, secrets };
}
