/** The body of every error (specification, Errors). */
interface ErrorEnvelope {
  readonly defined: boolean;
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly data?: unknown;
}

/** An error that an operation throws. Its envelope is the response. */
export class ServiceError extends Error {
  readonly envelope: ErrorEnvelope;

  constructor(envelope: ErrorEnvelope) {
    super(envelope.message);
    this.envelope = envelope;
  }
}

/** A problem with an input. It never contains the input itself. */
export interface InputIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export function badRequest(message: string, data?: unknown): ServiceError {
  return declared('BAD_REQUEST', 400, message, data);
}

export function invalidInput(issues: readonly InputIssue[]): ServiceError {
  return badRequest('Input validation failed', { issues });
}

export function notFound(kind: string): ServiceError {
  return declared('NOT_FOUND', 404, `${kind} not found`);
}

export function forbidden(message: string): ServiceError {
  return declared('FORBIDDEN', 403, message);
}

export function conflict(message: string): ServiceError {
  return declared('CONFLICT', 409, message);
}

export function declared(code: string, status: number, message: string, data?: unknown): ServiceError {
  return new ServiceError({ defined: true, code, status, message, ...(data !== undefined && { data }) });
}

export function undeclared(code: string, status: number, message: string): ServiceError {
  return new ServiceError({ defined: false, code, status, message });
}
