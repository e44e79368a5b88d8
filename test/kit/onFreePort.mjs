import { flushCompileCache } from 'node:module';
import { Server } from 'node:net';

/**
 * Makes the servers of a program listen on the loopback address, on the port in `ON_PORT` (0 for any free
 * port). Reports the port to the parent process, and ends with it. Use it with `node --import`.
 */
const { listen } = Server.prototype;
Server.prototype.listen = function (...args) {
  const listening = args.find((arg) => typeof arg === 'function');
  return listen.call(this, Number(process.env['ON_PORT']), '127.0.0.1', () => {
    // Tests kill this process, which doesn't store its compiled code then.
    flushCompileCache();
    process.send?.(this.address().port);
    listening?.();
  });
};
process.on('disconnect', () => process.exit());
