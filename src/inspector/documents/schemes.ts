/** Answers and messages, to be read. */
export const readOnlyScheme = 'hosted-mcp-inspected';
/** Arguments of calls, to be edited. */
export const argumentScheme = 'hosted-mcp-arguments';
/** What the editor's JSON language knows of them. */
export const argumentSchemaScheme = 'hosted-mcp-arguments-schema';

/** `package.json` gives each place a schema of its own: the editor takes no others while it runs. */
export const maxArgumentFiles = 16;
export const createArgumentPath = (slot: number, file: string): string =>
  `/hosted-mcp-arguments/${slot}/${file}`;
export const createSchemaUri = (slot: number): string => `${argumentSchemaScheme}://tool/${slot}/schema.json`;
