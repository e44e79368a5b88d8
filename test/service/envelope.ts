/** The body of every error (specification, Errors). */
export interface Envelope {
  readonly defined: boolean;
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Thrown by an operation; answered as its envelope. */
export class Refusal extends Error {
  readonly envelope: Envelope;

  constructor(envelope: Envelope) {
    super(envelope.message);
    this.envelope = envelope;
  }
}

/** One complaint about an input. Never holds the input itself. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export function badRequest(message: string, data?: unknown): Refusal {
  return declared('BAD_REQUEST', 400, message, data);
}

export function invalidInput(issues: readonly Issue[]): Refusal {
  return badRequest('Input validation failed', { issues });
}

export function notFound(what: string): Refusal {
  return declared('NOT_FOUND', 404, `${what} not found`);
}

export function forbidden(message: string): Refusal {
  return declared('FORBIDDEN', 403, message);
}

export function conflict(message: string): Refusal {
  return declared('CONFLICT', 409, message);
}

export function declared(code: string, status: number, message: string, data?: unknown): Refusal {
  return new Refusal({ defined: true, code, status, message, ...(data !== undefined && { data }) });
}

export function undeclared(code: string, status: number, message: string): Refusal {
  return new Refusal({ defined: false, code, status, message });
}
