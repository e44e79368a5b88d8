/** Where files of calls are that are kept as tests. */
export const testFilePattern = '**/*.mcp-test.json';
export const excludedFilePattern = '**/node_modules/**';
