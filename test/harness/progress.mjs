// Plain JavaScript, because the bootstrap uses it before anything is installed.

/**
 * Runs a task while one line shows its label and its duration. If the output is a pipe, prints a line at the
 * start and one at the end.
 */
export async function progress(label, work) {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  const out = process.stdout;
  if (out.isTTY) out.write(`… ${label}`);
  else out.write(`… ${label}\n`);
  const timer = setInterval(
    () => {
      if (out.isTTY) out.write(`\r\u001b[K… ${label} (${seconds()})`);
      else out.write(`… ${label}, still running after ${seconds()}\n`);
    },
    out.isTTY ? 1000 : 20_000,
  );
  const end = (mark) => {
    clearInterval(timer);
    out.write(`${out.isTTY ? '\r\u001b[K' : ''}${mark} ${label} (${seconds()})\n`);
  };
  try {
    const result = await work();
    end('✔');
    return result;
  } catch (error) {
    end('✖');
    throw error;
  }
}
