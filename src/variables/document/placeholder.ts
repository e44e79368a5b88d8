/**
 * The placeholder for an unchanged value that isn't shown: the value of a secret, or one that a `.env` file can't hold.
 */
export const placeholder = '<unchanged>';
