/** The fields of a JSON object from a server. */
export type JsonFields = Readonly<Record<string, unknown>>;

/**
 * Omits fields that are `null` or an empty string, because many servers send absent fields this way. Nested fields are
 * kept.
 */
export const omitEmptyFields = (value: object): JsonFields =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null && one !== ''));

/** Omits empty fields from the JSON object in a response. Other responses are copied unchanged. */
export async function omitEmptyJsonFields(response: Response): Promise<Response> {
  const { status, headers } = response;
  const text = await response.text();
  const body = (): string => {
    try {
      const value: unknown = JSON.parse(text);
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return isObject ? JSON.stringify(omitEmptyFields(value)) : text;
    } catch {
      return text;
    }
  };
  return new Response(text === '' ? null : body(), { status, headers });
}
