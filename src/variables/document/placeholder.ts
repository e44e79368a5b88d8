/** DocumentRevisions for a value that is not shown: a secret's, or one that `.env` texts cannot hold. It means "unchanged". */
export const placeholder = '<unchanged>';
