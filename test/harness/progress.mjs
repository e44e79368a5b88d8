// Plain JavaScript: the bootstrap uses it before anything is installed.

/** Runs `work` while one line shows what is being done and for how long; on a pipe, a line at its start and end. */
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
