/** No process is started where this is. */
export class ProcessTransport {}
