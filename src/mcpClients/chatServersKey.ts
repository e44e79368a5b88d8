/** The key of the servers that the chat uses, in the state of the workspace. */
export const chatServersKey = 'mcpClients.chatServers';
