const { NODE_COMPILE_CACHE: folder } = process.env;

/** The variable for child processes that otherwise have none of the variables of this process: they share its compiled code. */
export const compileCache: Readonly<Record<string, string>> =
  folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
