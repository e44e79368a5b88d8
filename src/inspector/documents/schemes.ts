/** Answers and messages, to be read. */
export const readOnlyScheme = 'hosted-mcp-inspected';
/** Arguments of calls, to be edited. */
export const argumentScheme = 'hosted-mcp-arguments';
/** What the editor's JSON language knows of them. */
export const schemaScheme = 'hosted-mcp-arguments-schema';

/** `package.json` gives each place a schema of its own: the editor takes no others while it runs. */
export const mostPlaces = 16;
export const argumentPath = (place: number, file: string): string => `/hosted-mcp-arguments/${place}/${file}`;
export const schemaAddress = (place: number): string => `${schemaScheme}://tool/${place}/schema.json`;
