/** The names of the README's pictures, which `npm run pictures -- --readme` writes to `media`. */
export const readmePictures = ['overview', 'deploy', 'logs', 'variables', 'audit', 'inspector'] as const;
