// Shorter secrets can't be distinguished from ordinary words.
const minSecretLength = 4;

/** Replaces every occurrence of the secrets in a text. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of sortLongestFirst(secrets)) clean = clean.replaceAll(secret, '•••');
  return clean;
}

/** No meaningful envelope is deeper, and the stack overflows at some thousands. */
const maxDepth = 50;

/** Replaces the secrets in every text of a JSON value, including field names. Leaves out values below `maxDepth`. */
export function redactJson(value: unknown, secrets: readonly string[], depth = 0): unknown {
  if (typeof value === 'string') return redact(value, secrets);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) return undefined;
  if (Array.isArray(value)) return value.map((item) => redactJson(item, secrets, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redact(key, secrets), redactJson(item, secrets, depth + 1)]),
  );
}

/** Returns the confidential texts of a request body: every text in a field named `value` or `token`. */
export function findSensitiveTexts(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(findSensitiveTexts);
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, item]: [string, unknown]) =>
    (key === 'value' || key === 'token') && typeof item === 'string' ? [item] : findSensitiveTexts(item),
  );
}

/** Returns the texts of a request body that are secret everywhere: values of records with `isSecret`. */
export function findSecretValues(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(findSecretValues);
  if (typeof body !== 'object' || body === null) return [];
  const { isSecret, value } = body as Readonly<Record<string, unknown>>;
  const own = isSecret === true && typeof value === 'string' ? [value] : [];
  return [...own, ...Object.values(body).flatMap(findSecretValues)];
}

// A secret can be part of another one. Replacing the shorter one first would leave the rest of the longer one.
function sortLongestFirst(secrets: readonly string[]): string[] {
  return secrets.filter(({ length }) => length >= minSecretLength).sort((a, b) => b.length - a.length);
}
