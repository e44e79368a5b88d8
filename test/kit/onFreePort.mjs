import { Server } from 'node:net';

/**
 * Loaded before a program: its servers listen on loopback, on the port `ON_PORT` (0: one that is free), whichever they ask for. The parent is
 * told which, and the program ends with it.
 */
const { listen } = Server.prototype;
Server.prototype.listen = function (...args) {
  const listening = args.find((arg) => typeof arg === 'function');
  return listen.call(this, Number(process.env['ON_PORT']), '127.0.0.1', () => {
    process.send?.(this.address().port);
    listening?.();
  });
};
process.on('disconnect', () => process.exit());
