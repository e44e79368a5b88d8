/** Task type, declared in `contributes.taskDefinitions`. */
export const taskType = 'mcp-test';
