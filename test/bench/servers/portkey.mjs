/** Starts Portkey's gateway, whose file is named by the parent, on a free loopback port and nowhere else. */
import { Server } from 'node:net';
import { pathToFileURL } from 'node:url';

const [node, , entry] = process.argv;
const listen = Server.prototype.listen;

Server.prototype.listen = function listenOnLoopback(...args) {
  this.once('listening', () => process.send?.({ port: this.address().port }));
  return listen.call(
    this,
    { port: 0, host: '127.0.0.1' },
    args.find((arg) => typeof arg === 'function'),
  );
};

process.on('disconnect', () => process.exit(0));
process.argv = [node, entry, '--headless'];
await import(pathToFileURL(entry).href);
