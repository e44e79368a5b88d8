/** Why a tunnel was interrupted. */
export type InterruptionReason =
  /** The tunnel host couldn't be reached, or didn't open the tunnel. */
  | 'hostUnavailable'
  /** The tunnel host closed the sockets of the tunnel. */
  | 'socketsClosed'
  /** The public URL no longer reached this machine. */
  | 'unreachable'
  /** The machine was asleep. */
  | 'asleep';

/** The state of a tunnel. Times are in milliseconds since the epoch. */
export type TunnelState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly publicUrl: string; readonly since: number }
  | {
      readonly kind: 'interrupted';
      readonly reason: InterruptionReason;
      /** The message of the last failed attempt. */
      readonly message?: string;
      /** The time of the next attempt. */
      readonly nextAttemptAt: number;
    }
  /** Another tunnel of the account has the public URL. The tunnel doesn't reconnect by itself. */
  | { readonly kind: 'displaced'; readonly publicUrl: string }
  /** `error`: why the tunnel can't be opened again, such as an ended session. Absent after `close`. */
  | { readonly kind: 'closed'; readonly error?: unknown };
