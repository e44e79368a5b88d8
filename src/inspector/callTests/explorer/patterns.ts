/** Glob pattern of the test files in a workspace. */
export const testFilePattern = '**/*.mcp-test.json';
export const excludedFilePattern = '**/node_modules/**';
