// Anything shorter can't be told from an ordinary word of a message.
const minSecretLength = 4;

/** Takes every occurrence of the secrets out of a text. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of sortLongestFirst(secrets)) clean = clean.replaceAll(secret, '•••');
  return clean;
}

/** No envelope that means something is deeper; the stack ends at some thousands. */
const maxDepth = 50;

/** The same for every text in a JSON value, names of fields included. What is deeper than anyone looks is left out. */
export function redactJson(value: unknown, secrets: readonly string[], depth = 0): unknown {
  if (typeof value === 'string') return redact(value, secrets);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) return undefined;
  if (Array.isArray(value)) return value.map((item) => redactJson(item, secrets, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redact(key, secrets), redactJson(item, secrets, depth + 1)]),
  );
}

/** What a request body holds in confidence: every text under a field named `value` or `token`. */
export function findSecrets(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(findSecrets);
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, item]: [string, unknown]) =>
    (key === 'value' || key === 'token') && typeof item === 'string' ? [item] : findSecrets(item),
  );
}

/** Of those, what is secret wherever it comes up: the values of what says that it is (`isSecret`). */
export function findConfidentialValues(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(findConfidentialValues);
  if (typeof body !== 'object' || body === null) return [];
  const { isSecret, value } = body as Readonly<Record<string, unknown>>;
  const own = isSecret === true && typeof value === 'string' ? [value] : [];
  return [...own, ...Object.values(body).flatMap(findConfidentialValues)];
}

// A secret may be part of another: taking out the shorter first would leave the rest of the longer.
function sortLongestFirst(secrets: readonly string[]): string[] {
  return secrets.filter(({ length }) => length >= minSecretLength).sort((a, b) => b.length - a.length);
}
