export const exportFormatIds = ['markdown', 'json', 'sarif', 'html'] as const;
export type ExportFormatId = (typeof exportFormatIds)[number];
