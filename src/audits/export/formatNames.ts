/** What an audit can be exported as. */
export const exportFormats = ['markdown', 'json', 'sarif', 'html'] as const;
export type ExportFormat = (typeof exportFormats)[number];
