/** Processes don't exist in the browser. */
export class ProcessTransport {}
