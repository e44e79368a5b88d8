/** Where files of calls are that are kept as tests. */
export const testFiles = '**/*.mcp-test.json';
export const notTestFiles = '**/node_modules/**';
