// What of the native module `@vscode/spdlog` the editor uses to write its log files, and those of extensions, without
// a compiler. The level says how much is kept; files grow without a limit.
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const off = 6;

class Logger {
  #file;
  #level = 0;
  #isPlain = false;

  constructor(_type, _name, file) {
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, '');
    this.#file = file;
  }

  trace = (message) => this.#write(0, 'trace', message);
  debug = (message) => this.#write(1, 'debug', message);
  info = (message) => this.#write(2, 'info', message);
  warn = (message) => this.#write(3, 'warning', message);
  error = (message) => this.#write(4, 'error', message);
  critical = (message) => this.#write(5, 'critical', message);

  getLevel() {
    return this.#level;
  }
  setLevel(level) {
    this.#level = level;
  }
  setPattern() {
    this.#isPlain = false;
  }
  clearFormatters() {
    this.#isPlain = true;
  }
  flush() {
    // Every message is in the file already.
  }
  drop() {
    this.#level = off;
  }

  #write(level, name, message) {
    if (level < this.#level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    appendFileSync(this.#file, this.#isPlain ? message : `${time} [${name}] ${message}\n`);
  }
}

exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.shutdown = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = async (name, file) => new Logger('rotating', name, file);
exports.createAsyncRotatingLogger = async (name, file) => new Logger('rotating_async', name, file);
