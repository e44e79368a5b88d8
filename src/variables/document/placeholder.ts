/** DocumentRevisions for a value that isn't shown: a secret's, or one that `.env` texts can't hold. It means "unchanged". */
export const placeholder = '<unchanged>';
