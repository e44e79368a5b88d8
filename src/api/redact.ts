// Shorter secrets aren't replaced, because they might occur in ordinary words.
const minSecretLength = 4;

/** Replaces every occurrence of the secrets in a text, except secrets shorter than `minSecretLength`. */
export function redact(text: string, secrets: readonly string[]): string {
  let redacted = text;
  for (const secret of selectReplaceableSecrets(secrets)) redacted = redacted.replaceAll(secret, '•••');
  return redacted;
}

/** Maximum depth of nested values. The stack would overflow at a depth of some thousands. */
const maxDepth = 50;

/**
 * Replaces the secrets in every string of a JSON value, including field names. Leaves out values deeper than
 * `maxDepth`.
 */
export function redactJson(value: unknown, secrets: readonly string[], depth = 0): unknown {
  if (typeof value === 'string') return redact(value, secrets);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) return undefined;
  if (Array.isArray(value)) return value.map((item) => redactJson(item, secrets, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redact(key, secrets), redactJson(item, secrets, depth + 1)]),
  );
}

/** Returns the texts of a request body that might be secret: every string in a field named `value` or `token`. */
export function findSensitiveTexts(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(findSensitiveTexts);
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, item]: [string, unknown]) =>
    (key === 'value' || key === 'token') && typeof item === 'string' ? [item] : findSensitiveTexts(item),
  );
}

/** Returns the texts of a request body that are marked as secrets: the `value` of each record with `isSecret`. */
export function findSecretValues(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(findSecretValues);
  if (typeof body !== 'object' || body === null) return [];
  const { isSecret, value } = body as Readonly<Record<string, unknown>>;
  const secretValue = isSecret === true && typeof value === 'string' ? [value] : [];
  return [...secretValue, ...Object.values(body).flatMap(findSecretValues)];
}

// Longest first, because a secret can contain another one. If the shorter one were replaced first, the rest of the longer
// one would remain.
function selectReplaceableSecrets(secrets: readonly string[]): string[] {
  return secrets.filter(({ length }) => length >= minSecretLength).sort((a, b) => b.length - a.length);
}
