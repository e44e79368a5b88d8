/** The fields of a JSON object from a server. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** Returns the fields without those that are `null` or empty: many servers write absent ones so. */
export const omitEmptyFields = (value: object): JsonFields =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null && one !== ''));

/** Returns a response whose JSON object has no such fields. Any other response is returned as it is. */
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
