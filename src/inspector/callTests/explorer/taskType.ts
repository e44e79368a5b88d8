/** Of `contributes.taskDefinitions`. */
export const taskType = 'mcp-test';
