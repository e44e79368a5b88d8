/** An error that is words for a user already: it is shown as it is. Never a secret. */
export class UserError extends Error {
  override readonly name = 'UserError';
}
