/** The key of the servers for which a tunnel was opened, in the storage of the workspace. */
export const serversKey = 'hostedMcp.tunnels.servers';
