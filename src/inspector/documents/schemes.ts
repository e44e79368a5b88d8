/** The URI scheme of read-only documents. */
export const readOnlyScheme = 'hosted-mcp-inspected';
/** The URI scheme of files with the arguments of calls. */
export const argumentScheme = 'hosted-mcp-arguments';
/** The URI scheme of the schemas of arguments. */
export const argumentSchemaScheme = 'hosted-mcp-arguments-schema';

/**
 * Maximum number of files with arguments. `package.json` assigns a schema URI to each of them, because this can't be done at
 * runtime.
 */
export const maxArgumentFiles = 16;
export const createArgumentPath = (slot: number, file: string): string =>
  `/hosted-mcp-arguments/${slot}/${file}`;
export const createSchemaUri = (slot: number): string => `${argumentSchemaScheme}://tool/${slot}/schema.json`;
